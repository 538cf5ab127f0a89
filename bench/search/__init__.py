"""How well `codeshed search` finds the code that bug fixes change."""

"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "96510140c51b6bf7"
"""Of what finds the facts of a file."""

INDEX_CODE = "642e34f0cc8ae0f6"
"""Of what makes an index, the facts included."""

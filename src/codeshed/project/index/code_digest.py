"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "270a423be5883d23"
"""Of what finds the facts of a file."""

INDEX_CODE = "44723483636cd655"
"""Of what makes an index, the facts included."""

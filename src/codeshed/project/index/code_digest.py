"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "9b65fd9160804923"
"""Of what finds the facts of a file."""

INDEX_CODE = "09ecf46ad9104c67"
"""Of what makes an index, the facts included."""

"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "6b11d94f415b546d"
"""Of what finds the facts of a file."""

INDEX_CODE = "0fb631718eda17d0"
"""Of what makes an index, the facts included."""

"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "bb599ab16083f946"
"""Of what finds the facts of a file."""

INDEX_CODE = "9ce9742e13f3493b"
"""Of what makes an index, the facts included."""

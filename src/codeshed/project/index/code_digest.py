"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "73b5ad8474687f85"
"""Of what finds the facts of a file."""

INDEX_CODE = "1ce6a91773c95aaf"
"""Of what makes an index, the facts included."""

"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "4fd1b876990aad6f"
"""Of what finds the facts of a file."""

INDEX_CODE = "249cd195956f7119"
"""Of what makes an index, the facts included."""

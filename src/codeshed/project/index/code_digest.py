"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "4f8bd483dbfeafb1"
"""Of what finds the facts of a file."""

INDEX_CODE = "3ac2baa20861128b"
"""Of what makes an index, the facts included."""

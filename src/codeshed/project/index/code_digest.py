"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "f5f2a3024979b632"
"""Of what finds the facts of a file."""

INDEX_CODE = "5f20e7cc050e50ee"
"""Of what makes an index, the facts included."""

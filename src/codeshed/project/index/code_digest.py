"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "515e39c146673f1e"
"""Of what finds the facts of a file."""

INDEX_CODE = "93799bf3f46c2875"
"""Of what makes an index, the facts included."""

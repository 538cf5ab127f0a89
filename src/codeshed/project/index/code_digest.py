"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "3ace8aecc59f4a8f"
"""Of what finds the facts of a file."""

INDEX_CODE = "eb43e50bc22cc80b"
"""Of what makes an index, the facts included."""

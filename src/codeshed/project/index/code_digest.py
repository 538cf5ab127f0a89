"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2f095d4fa86174cf"
"""Of what finds the facts of a file."""

INDEX_CODE = "fc2d101b2f0d63b9"
"""Of what makes an index, the facts included."""

"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "a4bd526bdb67fe05"
"""Of what finds the facts of a file."""

INDEX_CODE = "4fecbdbe87c80506"
"""Of what makes an index, the facts included."""

"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "0afd86cf3935dac8"
"""Of what finds the facts of a file."""

INDEX_CODE = "1c3341888a5da624"
"""Of what makes an index, the facts included."""

"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "40d6260442c26de7"
"""Of what finds the facts of a file."""

INDEX_CODE = "581c50d28facf048"
"""Of what makes an index, the facts included."""

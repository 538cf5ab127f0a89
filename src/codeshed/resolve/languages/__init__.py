"""Names, types and calls of languages other than Python, across files."""

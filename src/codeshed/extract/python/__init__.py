"""Python: the bytes of a file → its scopes, definitions, statements and expressions."""

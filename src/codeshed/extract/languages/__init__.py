"""Languages other than Python: one module and one query file each, one engine, one table."""

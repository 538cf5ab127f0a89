"""Lines that still name removed symbols, or names that are bound to something else now."""

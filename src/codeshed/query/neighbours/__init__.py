"""Who calls a symbol, and what it calls."""

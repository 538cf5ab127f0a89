"""The composite context pack: the code, graph and types for work on a symbol, within a budget."""

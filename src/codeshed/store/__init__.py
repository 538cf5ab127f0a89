"""The index on disk: SQLite for what is known of each file, memory-mapped arrays for the graph."""

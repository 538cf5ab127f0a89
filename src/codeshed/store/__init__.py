"""The index on disk: a SQLite database for files and stage results, memory-mapped arrays for the graph."""

"""The one bounded traversal: its configuration, frontier, work budget, witness paths and truncation records."""

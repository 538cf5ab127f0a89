"""The one bounded traversal: its configuration, frontier, work budget, paths and truncation records."""

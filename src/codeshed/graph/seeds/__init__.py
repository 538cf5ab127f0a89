"""Resolves what a user types to nodes: ids, suffixes, dotted names, paths, lines and re-exported names."""

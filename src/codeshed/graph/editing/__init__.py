"""Graphs that change: a builder, drafts, merging, patching and relinking."""

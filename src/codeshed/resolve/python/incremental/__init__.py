"""Incremental resolution: dependency tracking, invalidation, and resolving only what an edit affects."""

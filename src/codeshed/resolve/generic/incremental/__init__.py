"""The query cache, its trace of dependencies, and invalidation after an edit."""

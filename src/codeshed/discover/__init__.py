"""Discovery: the source files of a repository, its git history, build targets and code owners."""

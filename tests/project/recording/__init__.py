"""Recording: running a command, joining what it called, and reading it again."""

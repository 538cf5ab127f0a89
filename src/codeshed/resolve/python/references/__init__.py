"""References: each site, with the values at its nodes, is resolved to functions, classes and variables."""

"""Models of builtins, containers and standard library functions: what their calls do with values."""

"""What calls of builtins, containers and a few functions of the standard library do with values."""

"""Name resolution: namespaces, imports, re-exports, wildcard imports, builtins."""

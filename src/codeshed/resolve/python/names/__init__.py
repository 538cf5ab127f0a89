"""Name resolution: modules, scopes, bindings, class hierarchies, annotations and builtins."""

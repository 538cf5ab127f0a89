"""Name resolution: modules, scopes, classes, annotations and builtins."""

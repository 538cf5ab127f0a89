"""What one file says by itself: scopes, definitions, statements, expressions, and types as the type engine reports them."""

"""Members of types and of receivers: static, instance and inherited ones, extensions, constructors."""

"""Types: lowering of type syntax, generics, assignability, structural interfaces."""

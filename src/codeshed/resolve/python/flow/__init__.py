"""Which values reach which expressions, found by following them through the project to a fixpoint."""

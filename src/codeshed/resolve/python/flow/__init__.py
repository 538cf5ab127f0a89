"""Value flow: which abstract values reach which expressions, computed to a fixpoint over the whole project."""

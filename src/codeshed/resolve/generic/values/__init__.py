"""Abstract values: what an expression, variable, element or call may evaluate to."""

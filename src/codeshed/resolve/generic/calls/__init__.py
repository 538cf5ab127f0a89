"""Call resolution: which function a call runs, overloads, operators, decorators, entry points."""

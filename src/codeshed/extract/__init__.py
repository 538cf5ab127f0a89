"""One file → PythonFacts, by its syntax alone."""

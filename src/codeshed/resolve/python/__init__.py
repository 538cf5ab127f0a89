"""The Python resolver: PythonFacts of all files and the type engine's report → SemanticData."""

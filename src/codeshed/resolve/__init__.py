"""Name resolution over the whole project: PythonFacts and the types of the type engine become SemanticData."""

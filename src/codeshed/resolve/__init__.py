"""Name resolution over the whole project: FileFacts and the types of the type engine become SemanticData."""

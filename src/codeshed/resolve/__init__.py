"""All files of a project together, with what the type engine knows, become SemanticData."""

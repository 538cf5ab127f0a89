"""Python: FileFacts of all files and the type engine's report → SemanticData."""

"""The Python resolver: FileFacts of all files and the type engine's report → SemanticData."""

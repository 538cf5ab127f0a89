"""The resolver that all languages but Python share: CodeFacts of all files → SemanticData."""

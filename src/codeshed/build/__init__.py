"""SemanticData → CodeGraph: one document at a time becomes a part, then all parts are linked."""

"""The nouns that cross every border: identities, spans, documents, limits. No I/O, no arrays."""

"""How files of Codeshed begin, so that one kind is told from another."""

GRAPH_MARK = b"CODESHED"
VECTORS_MARK = b"CODESHEDVECTORS\0"

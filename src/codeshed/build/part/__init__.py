"""What one document adds to a graph, by itself: made once from the document and its source, and kept as bytes."""

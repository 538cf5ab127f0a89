"""What a single document contributes to the graph, as columns that can be cached by document and source."""

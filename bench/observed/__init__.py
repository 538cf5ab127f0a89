"""What calls that were recorded at run time add to the graph."""

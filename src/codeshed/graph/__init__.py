"""The one graph: columns and adjacency, with nodes, edges and types as objects at the border only."""

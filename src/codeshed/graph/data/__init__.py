"""The columns of a graph: nodes, edges, sites, names and types, with objects at the border only."""

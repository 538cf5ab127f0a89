"""The code graph: columns and CSR adjacency in memory, with nodes, edges and types as objects at the border only."""

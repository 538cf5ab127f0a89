"""Makes new graphs of others: a builder, merging, patching, and relinking of externals."""

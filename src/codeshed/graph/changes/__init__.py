"""Maps a ChangeSet to the graph: change roots, the impact walk, users of removed symbols, risk."""

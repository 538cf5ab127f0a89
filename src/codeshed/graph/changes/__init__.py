"""A ChangeSet mapped to the graph: roots of a change, what it reaches, users of removed symbols."""

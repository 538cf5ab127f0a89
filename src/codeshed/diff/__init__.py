"""Two revisions of files → their added, changed, renamed and removed symbols."""

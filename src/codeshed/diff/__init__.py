"""Two revisions of files → ChangeSet: added, changed, renamed and removed symbols, and names whose imports changed."""

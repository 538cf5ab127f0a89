"""What types cost after an edit, and whether they are those of a run over all files."""

"""What each language is like, in one table: suffixes, comments, standard names, names of tests."""

"""The types of all files: found, updated after an edit, provisional until the type engine has run."""

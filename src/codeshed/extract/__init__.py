"""One file → FileFacts, by its syntax alone."""

"""Parse files, in several processes where that is faster, with a cache of facts."""

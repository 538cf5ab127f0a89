"""Does a footprint mean anything? Asked of the history of real projects."""

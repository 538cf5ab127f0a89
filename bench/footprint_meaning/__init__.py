"""Whether a footprint means anything, asked of the history of real projects."""

"""Which values that nobody vouches for reach which calls: rules applied to the data-flow summaries of an index."""

"""Records which test called what while the user's own command runs, and joins it to the graph."""

"""Where the stages meet: from what a user names to a graph that can be queried."""

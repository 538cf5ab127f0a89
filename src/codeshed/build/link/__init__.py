"""All parts together become the graph: whole columns at a time, so that it can be done anew after every edit."""

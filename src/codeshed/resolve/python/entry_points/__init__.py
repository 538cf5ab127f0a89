"""Who calls a function that nobody in the code calls: entry points, as facts with their evidence."""

"""Symbol tables of a whole project: definitions, classes, shapes of functions, stored fields."""

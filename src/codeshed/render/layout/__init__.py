"""How text is laid out: columns that line up, lines of code, one screen."""

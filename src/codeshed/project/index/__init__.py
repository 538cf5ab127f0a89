"""Building an index, bringing it up to date, opening it for an answer."""

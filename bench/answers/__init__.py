"""What an answer costs: `graph`, `impact` and `context` warm and cold, what the caps cut, and `codeshed --help`."""

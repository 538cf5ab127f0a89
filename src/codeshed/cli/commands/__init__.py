"""One file per command: it parses the call, asks the project and prints the answer."""

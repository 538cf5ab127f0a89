"""The command line: the table of commands, the options that they share, and the one error boundary, which maps errors to exit codes."""

"""The command line: one file per command, which parses, calls, renders and maps errors to exit codes."""

"""What programs and the command line ask: a repository is opened, and answers questions."""

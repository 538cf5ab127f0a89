"""`python -m codeshed`."""

from codeshed.cli.main import main

main()

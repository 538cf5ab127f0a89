"""`python -m codeshed`."""

import os
import sys

# Python looks for modules in the current folder first, and that is mostly the repository: its code is never run.
if not sys.flags.safe_path and sys.path and sys.path[0] == os.getcwd():  # noqa: PTH109 - no more is imported before
    del sys.path[0]

from codeshed.cli.main import main

main()

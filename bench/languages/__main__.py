"""`python -m bench.languages FOLDER …`: how fast files of many languages are indexed."""

import sys

from bench.languages.mixed import main

if __name__ == "__main__":
    main(sys.argv[1:])

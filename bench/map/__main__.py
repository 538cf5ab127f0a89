"""`python -m bench.map CHECKOUT …`: what a map holds of the definitions that later commits touch."""

import sys

from bench.map.later_changes import main

if __name__ == "__main__":
    main(sys.argv[1:])

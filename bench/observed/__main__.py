"""`python -m bench.observed CHECKOUT …`: what a recording of half of the tests adds for the other half."""

import sys

from bench.observed.half_recorded import main

if __name__ == "__main__":
    main(sys.argv[1:])

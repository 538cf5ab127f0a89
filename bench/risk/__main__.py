"""`python -m bench.risk CHECKOUT …`: risk flows of real projects."""

import sys

from bench.risk.documented_flaws import main

if __name__ == "__main__":
    main(sys.argv[1:])

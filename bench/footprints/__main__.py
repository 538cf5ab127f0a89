"""`python -m bench.footprints REPOSITORY …`: how large working sets are, whether they grow with the code, what they cost."""

import sys

from bench.footprints.working_sets import main

if __name__ == "__main__":
    main(sys.argv[1:])

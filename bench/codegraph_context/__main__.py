"""`python -m bench.codegraph_context REPOSITORY …`: how long documents take, and how large they are."""

import sys

from bench.codegraph_context.documents import main

if __name__ == "__main__":
    main(sys.argv[1:])

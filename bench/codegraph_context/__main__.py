"""`python -m bench.codegraph_context [relevance] REPOSITORY …`: how long documents take, how large they are, what they hold."""

import sys

from bench.codegraph_context import documents, relevance

if __name__ == "__main__":
    if sys.argv[1:2] == ["relevance"]:
        relevance.main(sys.argv[2:])
    else:
        documents.main(sys.argv[1:])

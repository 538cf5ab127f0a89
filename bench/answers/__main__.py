"""`python -m bench.answers REPOSITORY`: how long bounded answers take, warm and cold."""

import sys

from bench.answers.answer_times import main

if __name__ == "__main__":
    main(sys.argv[1:])

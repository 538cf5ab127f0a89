"""`python -m bench.context REPOSITORY …`: what of a missing body's needs a context shows."""

from bench.context.missing_bodies import main

if __name__ == "__main__":
    main()

"""Writes Aider's repo map of a folder. Run by an interpreter that has Aider: PYTHON aider_map.py FOLDER TOKENS.

Tokens are counted by the encoding cl100k_base if `tiktoken` has it at hand, else as four characters each.
"""

import sys
from pathlib import Path

from aider.io import InputOutput
from aider.repomap import RepoMap

_BYTES_IN_TOKEN = 4


class _Counter:
    """Counts tokens, as Aider asks a model to."""

    def token_count(self, text: str) -> int:
        return len(text) // _BYTES_IN_TOKEN


def main() -> None:
    """Print the map of a folder within so many tokens."""
    folder, tokens = Path(sys.argv[1]), int(sys.argv[2])
    paths = (Path(line) for line in sys.stdin.read().splitlines())
    others = [str(folder / path) for path in paths if (folder / path).is_file()]
    mapped = RepoMap(
        map_tokens=tokens,
        root=str(folder),
        main_model=_Counter(),
        io=InputOutput(pretty=False, yes=True),
        map_mul_no_files=1,
        refresh="always",
    )
    sys.stdout.write(mapped.get_repo_map([], others, force_refresh=True) or "")


if __name__ == "__main__":
    main()

"""Whether Codeshed keeps its own layers, by `codeshed arch check`: the same contracts that import-linter checks.

python -m tools.own_architecture

Turns: the contracts in `pyproject.toml` → rules → the exit code of the check. Only `src` is read, by names and values alone.
"""

import contextlib
import io
import sys
import tempfile
from pathlib import Path

from codeshed.cli.main import run

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Import the contracts, and check them."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(out):
        code = run(["arch", "import", str(ROOT / "pyproject.toml"), "--repo", str(ROOT)])
    if code:
        return code
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "rules.json"
        rules.write_bytes(out.buffer.getvalue())
        return run(
            [
                *("arch", "check", "--quiet", "--rules", str(rules), "--repo", str(ROOT)),
                *("--types", "off", "--fail-on-violation"),
            ]
        )


if __name__ == "__main__":
    sys.exit(main())

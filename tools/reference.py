"""The generated part of the documentation: JSON Schemas and the reference of the commands.

`python -m tools.reference` writes it, `python -m tools.reference --check` fails if it is out of step.
"""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

from codeshed.cli.main import run
from codeshed.render.json import TYPE_BY_SCHEMA, schema

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
COMMANDS = ("footprint", "validate")


def generated() -> dict[Path, str]:
    """Return every generated file with its text; the width of the terminal makes no difference to it."""
    os.environ.update({"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1"})
    files = {
        REFERENCE / "schemas" / f"{name}.json": json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"
        for name in TYPE_BY_SCHEMA
    }
    files[REFERENCE / "commands.md"] = _commands()
    return files


def _commands() -> str:
    pages = [
        "# Commands",
        "This page is generated from the commands' own help: `python -m tools.reference`.",
        "Exit codes: 0 fine, 1 findings, 2 the call or its configuration is wrong, 3 a bug in Codeshed, 130 interrupted.",
        _page("codeshed", []),
        *(_page(f"codeshed {command}", [command]) for command in COMMANDS),
    ]
    return "\n\n".join(pages) + "\n"


def _page(title: str, arguments: list[str]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        run([*arguments, "--help"])
    return f"## {title}\n\n```text\n{out.getvalue().strip()}\n```"


def main() -> int:
    """Write what is generated, or check that it is in step."""
    stale = [
        path
        for path, text in generated().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(
                f"out of step: {path.relative_to(REFERENCE.parents[1])} (python -m tools.reference writes it)"
            )
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(generated()[path], encoding="utf-8")
        print(f"wrote {path.relative_to(REFERENCE.parents[1])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

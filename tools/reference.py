"""The generated part of the documentation: JSON Schemas, the reference of the commands, what the README shows.

`python -m tools.reference` writes it, `python -m tools.reference --check` fails if it is out of step.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from codeshed.cli.command_table import GROUPS, SUBCOMMANDS
from codeshed.cli.main import run
from codeshed.model.findings.finding_rules import EXPLAINED_CODES, explain
from codeshed.render.schemas import TYPE_BY_SCHEMA, schema

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
EXAMPLE = ROOT / "examples" / "shop"
_ON_A_SCREEN = "import sys; sys.stdout.isatty = lambda: True; from codeshed.cli.main import main; main()"
"""Runs a command as if its output were shown on a terminal, where columns line up."""

_CODES = "## Codes\n\n"
"""The heading of the page about findings behind which everything is generated."""


def generated() -> dict[Path, str]:
    """Return every generated file with its text; the width of the terminal makes no difference to it."""
    os.environ.update({"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1"})
    files = {
        REFERENCE / "schemas" / f"{name}.json": json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"
        for name in TYPE_BY_SCHEMA
    }
    files[REFERENCE / "commands.md"] = _commands()
    files[REFERENCE / "findings.md"] = _findings()
    files[ROOT / "README.md"] = _readme()
    return files


def _readme() -> str:
    """Return the README with what the example really prints."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for start in ((), ("checkout",)):
        arguments = ("footprint", *start)
        with tempfile.TemporaryDirectory() as folder:
            # An index or a cache of yesterday would show what yesterday's code found.
            own_folders = {"CODESHED_INDEX_DIR": folder, "XDG_CACHE_HOME": folder}
            done = subprocess.run(  # noqa: S603 - our own interpreter
                [sys.executable, "-c", _ON_A_SCREEN, *arguments],
                cwd=EXAMPLE,
                env={**os.environ, **own_folders},
                capture_output=True,
                check=True,
            )
        shown = f"$ codeshed footprint{''.join(f' {each}' for each in start)}\n"
        begin = text.index(shown) + len(shown)
        text = text[:begin] + done.stdout.decode() + text[text.index("```", begin) :]
    return text


def _findings() -> str:
    """Return the page about findings with the pages of all codes, one level deeper."""
    text = (REFERENCE / "findings.md").read_text(encoding="utf-8")
    begin = text.index(_CODES) + len(_CODES)
    return text[:begin] + "\n".join(f"##{explain(code)}" for code in EXPLAINED_CODES)


def _commands() -> str:
    pages = [
        "# Commands",
        "This page is generated from the commands' own help: `python -m tools.reference`.",
        "Exit codes: 0 fine, 1 findings, 2 the call or its configuration is wrong, 3 a bug in Codeshed, 130 interrupted.",
        _page("codeshed", []),
        *(_page(f"codeshed {command}", command.split()) for command in _iter_commands()),
    ]
    return "\n\n".join(pages) + "\n"


def _iter_commands() -> Iterator[str]:
    """Yield the commands in the order of the help."""
    for _, names in GROUPS:
        for name in names:
            yield from (f"{name} {each}" for each in SUBCOMMANDS[name]) if name in SUBCOMMANDS else (name,)


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
            print(f"out of step: {path.relative_to(ROOT)} (python -m tools.reference writes it)")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(generated()[path], encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

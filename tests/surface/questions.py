"""A question for each command that answers about code, asked of a copy of the example.

A new command gets a line here. Then it is held to what every answer must be: its JSON keeps its published schema, has
the same bytes for any hash seed and number of workers, is given without loading what builds an index, and a seed that
names nothing is reported in the same words.
"""

import itertools
import shutil
from pathlib import Path

from codeshed.cli.command_table import SUBCOMMANDS
from tests.support.repositories import Repository
from tests.surface.cli import SHOP

QUESTIONS: dict[str, tuple[str, ...]] = {
    "footprint": ("checkout",),
    "context": ("Cart.total", "--for", "edit", "--full"),
    "graph": ("Cart.total", "--paths"),
    "callers": ("Cart.total",),
    "callees": ("checkout",),
    "path": ("checkout", "Money.times"),
    "why": ("receipt", "Cart.total"),
    "impact": ("Cart.total",),
    "affected": ("--diff", "HEAD"),
    "unused": ("--include-public",),
    "map": (),
    "arch": ("check",),
    "contracts": ("Cart.total",),
    "search": ("--explain", "total of a cart"),
    "find": ("--max", "20", "Cart"),
    "tests": ("--diff", "HEAD"),
    "untested": ("--diff", "HEAD"),
    "risk": ("Cart.total",),
}
"""The arguments of a question, by its command: first the symbols that it is about, then options and other texts."""

MORE_QUESTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("arch", ("diff", "HEAD")),
    ("tests", ("--for", "Cart.total")),
)
"""Further questions of commands that have commands of their own: each with a schema of its own."""


NO_QUESTIONS = {
    "check",
    "advise",
    "gate",
    "history",
    "index",
    "status",
    "watch",
    "clean",
    "record",
    "verify",
    "export",
    "validate",
}
"""Commands that answer no question about code."""

_RULES = """\
version: 1
rules:
  - {id: dead, type: orphan, match: {anyOf: ["shop/*.py"], noneOf: ["shop/*"]}}
  - {id: cycles, type: acyclic, each: "shop/*", severity: warn}
  - {id: money, type: forbiddenImport, from: {anyOf: ["shop/**"]}, to: {anyOf: ["shop/money.py"]}, severity: warn}
"""


def seeded_commands() -> list[tuple[str, ...]]:
    """Return the commands that are about a symbol, each with all its symbols but the last one."""
    found = []
    for name, arguments in QUESTIONS.items():
        if name in SUBCOMMANDS:
            continue
        n_seeds = len(list(itertools.takewhile(lambda each: not each.startswith("-"), arguments)))
        if n_seeds:
            found.append((name, *["Cart"] * (n_seeds - 1)))
    return found


def make_shop(root: Path) -> None:
    """Make a repository of the example, without types, in which one function differs from the last commit."""
    shutil.copytree(SHOP, root, ignore=shutil.ignore_patterns(".codeshed"))
    (root / "codeshed.toml").write_text('types = "off"\n', encoding="utf-8")
    (root / "codeshed-rules.yaml").write_text(_RULES, encoding="utf-8")
    Repository(root).commit()
    money = root / "shop" / "money.py"
    money.write_text(money.read_text(encoding="utf-8").replace("def times(self", "def times(self, *_"))

"""A toy project in a folder, edges as an export gives them, and recordings as files."""

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path

from bench.accuracy.exported import ExportedEdge, Site

SHOP = {
    "src/shop/__init__.py": "",
    "src/shop/rules.py": """
class Rule:
    def apply(self, price):
        return price

    def run(self, price):
        check = lambda: self.apply(price)
        return check()


class Half(Rule):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def apply(self, price):
        return price / 2

    @property
    def label(self):
        return self.name

    @label.setter
    def label(self, value):
        self.name = value


class Quarter(Half):
    def apply(self, price):
        return price / 4
""",
    "src/shop/cart.py": """
from shop.rules import Half

RULES = []


def total(price):
    for rule in RULES:
        price = rule.apply(price)
    return price


def prepare():
    RULES.append(Half("sale"))


if RULES:
    total(1)
""",
}

_EDGE = re.compile(r"(\S+) -(\w+)-> (\S+)(?: \[(\w+)\])?(?: @(\d+(?:,\d+)*))?")


def write_files(folder: Path, files: dict[str, str]) -> Path:
    """Write files below a folder and return it."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text.lstrip("\n"), encoding="utf-8")
    return folder


def edges(notation: str) -> tuple[ExportedEdge, ...]:
    """Return edges from lines like `a.py::f -call-> a.py::g [typed] @3,4`; the numbers are lines of the source."""
    found = []
    for line in notation.strip().splitlines():
        match = _EDGE.fullmatch(line.strip())
        assert match, line
        source, kind, target, provenance, lines = match.groups()
        path = source.split("::")[0]
        found.append(
            ExportedEdge(
                source=source,
                target=target,
                kind=kind,
                provenance=provenance or "declared",
                confidence=0.3 if provenance == "heuristic" else 1.0,
                sites=tuple(
                    Site(path=path, line=int(number)) for number in (lines or "").split(",") if number
                ),
            )
        )
    return tuple(found)


def edge_lines(exported: Iterable[ExportedEdge]) -> str:
    """Return edges as the JSON lines of an export."""
    return "\n".join(
        json.dumps(
            {
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind,
                "confidence": edge.confidence,
                "provenance": edge.provenance,
                "sites": [{"path": site.path, "line": site.line, "column": 0} for site in edge.sites],
            }
        )
        for edge in exported
    )


def write_recording(file: Path, document: dict[str, object]) -> Path:
    """Write a recording of the toy project and return its file."""
    meta = {"project": "shop", "commit": "", "package": "src/shop"}
    file.write_bytes(gzip.compress(json.dumps({"meta": meta, **document}).encode()))
    return file


def named(name: str) -> dict[str, str]:
    """Return `cart.total` as recordings name it."""
    module = name.split(".", maxsplit=1)[0]
    return {"path": f"src/shop/{module}.py", "name": f"shop.{name}"}

"""Rewritten imports: whether two states of a file resolve differently, given the modules around it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from codeshed.diff.find_changes import FolderModules, find_changes
from codeshed.model.change_set import ChangeSet, Difference, FileContents
from codeshed.project.parsing.cached_parser import CachedParser
from codeshed.project.parsing.parse_cache import NoParseCache

AROUND = {
    "src/app/__init__.py": "from app.base import Base, Twice\nfrom . import base as foundation\n",
    "src/app/base.py": "class Base: ...\n\n\nclass Twice: ...\n\n\nclass Other: ...\n",
    "src/app/stars.py": "from .base import *\n",
    "src/app/chosen.py": "try:\n    from .base import Base\nexcept ImportError:\n    Base = None\n",
    "src/app/part/__init__.py": "",
    "src/base.py": "class Base: ...\n",
}
REST = "\n\ndef uses():\n    return Base()\n"


def changes(
    folder: Path, old: str, new: str, more: Mapping[str, tuple[str | None, str | None]] = {}
) -> ChangeSet:
    """Compare two states of `src/app/sub.py`, and of other files."""
    for path, text in AROUND.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    files = {"src/app/sub.py": (old + REST, new + REST), **more}
    contents = tuple(
        FileContents(
            path=path,
            old=None if before is None else before.encode(),
            new=None if after is None else after.encode(),
        )
        for path, (before, after) in sorted(files.items())
    )
    parser = CachedParser(NoParseCache())
    modules = FolderModules(folder, tuple(AROUND), parser)
    return find_changes(Difference(old="old", new="new", files=contents), parser, modules)


def imports(found: ChangeSet) -> list[str]:
    return [each.symbol_id for each in found.symbols if each.kind == "import"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from app.base import Base", "from .base import Base"),
        ("from app import Base", "from .base import Base"),
        ("from . import Base", "from app.base import Base"),
        ("from app import base as Base", "from app import foundation as Base"),
        ("from . import part as Base", "import app.part as Base"),
        ("from app.base import *", "from .base import *"),
    ],
)
def test_the_same_thing_by_another_way_is_no_change(tmp_path: Path, old: str, new: str) -> None:
    found = changes(tmp_path, old, new)
    assert (imports(found), found.wide_imports, found.bindings) == ([], (), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from app.base import Base", "from base import Base"),
        ("from app.base import Base", "from .base import Twice as Base"),
        ("from app.base import Base", "from ..base import Base"),
        ("from app.base import Base", "from .stars import Base"),
        ("from app.base import Base", "from .chosen import Base"),
        ("from app.base import Base", "from .nowhere import Base"),
        ("from app.base import *", "from base import *"),
    ],
)
def test_what_is_another_thing_or_not_known_is_a_change(tmp_path: Path, old: str, new: str) -> None:
    assert imports(changes(tmp_path, old, new)) == ["src/app/sub.py::uses"]


def test_a_package_that_passes_on_something_else_now_is_followed_in_both_states(tmp_path: Path) -> None:
    package = ("from app.base import Base\n", "from app.base import Other as Base\n")
    found = changes(
        tmp_path, "from app import Base", "from app.base import Base", {"src/app/__init__.py": package}
    )
    assert imports(found) == []
    found = changes(
        tmp_path, "from app.base import Base", "from app import Base", {"src/app/__init__.py": package}
    )
    assert imports(found) == ["src/app/sub.py::uses"]


def test_a_module_that_came_is_not_meant_before(tmp_path: Path) -> None:
    moved = {"src/app/new.py": (None, "class Base:\n    x = 1\n")}
    found = changes(tmp_path, "from app.base import Base", "from .new import Base", moved)
    assert imports(found) == ["src/app/sub.py::uses"]

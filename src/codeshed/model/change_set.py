"""Change sets: the files and symbols that differ between two states of a repository.

`docs/reference/impact.md` explains each field.
"""

from typing import Literal

import msgspec

FileStatus = Literal["added", "deleted", "modified", "renamed"]

ChangeKind = Literal["added", "removed", "renamed", "signature", "body", "import"]
"""How a symbol changed: added; removed; renamed or moved; its signature; only its body; only where a name in it is imported
from."""

SymbolKind = Literal["function", "type", "variable", "module"]

WORKTREE = "worktree"
STAGED = "staged"


class FileContents(msgspec.Struct, frozen=True, kw_only=True):
    """A changed file with its bytes on both sides, None where it does not exist; `is_unread` if they could not be read."""

    path: str
    old: bytes | None
    new: bytes | None
    is_unread: bool = False


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Two states and the files that differ; `old` and `new` are commits, `new` may also be STAGED or WORKTREE.

    `n_outside` counts changed files of the git repository outside of the root. `package_names` are the package names of
    deleted files, by path, in languages that import by package name.
    """

    old: str
    new: str
    files: tuple[FileContents, ...]
    n_outside: int = 0
    package_names: dict[str, str] = {}


UnlikeOnly = Literal["comments", "documentation", "layout"]
"""Differences without an effect at run time."""


class ChangedFile(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A changed file; `is_code` says that its symbols were compared."""

    path: str
    status: FileStatus
    old_path: str | None = None
    is_code: bool = False


class ChangedLines(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A range of lines, both ends included."""

    start_line: int
    end_line: int


class ChangedSymbol(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A changed symbol. `lines` are the changed lines on the new side, `old_lines` on the old side.

    A removed symbol has its old id. `only` says that nothing differs at run time: only comments, the docstring, or the layout.
    `is_of_parts` says of a type that only its members changed: fields, constants or abstract methods were added, removed or
    reordered. `writes` are names of other files that a module's top-level code uses in another way than before.
    """

    kind: ChangeKind
    symbol_id: str
    symbol_kind: SymbolKind
    old_symbol_id: str | None = None
    lines: ChangedLines | None = None
    old_lines: ChangedLines | None = None
    only: UnlikeOnly | None = None
    is_of_parts: bool = False
    writes: tuple[str, ...] = ()


class ChangedBinding(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A name that other files import from a file, and that is bound to something else there now, or to nothing.

    `symbol_id` is the id that the name would have as a symbol of that file. `new_symbol_id` is the symbol it was renamed to.
    """

    symbol_id: str
    is_gone: bool
    new_symbol_id: str | None = None


class ChangeSet(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """All differences between two states, sorted by path and symbol; `n_outside` counts changed files outside of the root.

    `wide_imports` are files whose wildcard imports changed, so that the affected names are unknown. `package_names` are the
    package names of removed files, by path.
    """

    old: str
    new: str
    files: tuple[ChangedFile, ...]
    symbols: tuple[ChangedSymbol, ...]
    n_outside: int = 0
    bindings: tuple[ChangedBinding, ...] = ()
    wide_imports: tuple[str, ...] = ()
    package_names: dict[str, str] = {}

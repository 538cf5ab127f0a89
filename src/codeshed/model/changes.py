"""Change sets: the files and symbols that differ between two states of a repository.

`docs/reference/impact.md` explains each field.
"""

from typing import Literal

import msgspec

FileStatus = Literal["added", "deleted", "modified", "renamed"]

ChangeKind = Literal["added", "removed", "renamed", "signature", "body", "import"]
"""What became of a symbol: new; gone; called otherwise, or in another file; its head differs; only what is below the
head differs; it is as it was, but a name in it is imported from elsewhere."""

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
"""What may be unlike in two texts without changing what they do."""


class ChangedFile(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A file that differs; `is_code` says that the symbols in it were compared."""

    path: str
    status: FileStatus
    old_path: str | None = None
    is_code: bool = False


class ChangedLines(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Lines of a file, from the first to the last one."""

    start_line: int
    end_line: int


class ChangedSymbol(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A symbol that differs. `lines` are those that differ on the new side, `old_lines` on the old one.

    A removed symbol has the id that it had. `only` says that nothing differs that runs: comments, the string that
    documents it, or the space between words. `is_of_parts` says of a type that it reads as before outside of its members,
    but is made of other fields, constants or methods to be implemented, or of the same in another order. `writes` are
    names of other files to which the code of a module that stands in no definition does something else than before.
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
    """A name by which other files had something of a file, and that stands for something else there now, or for nothing.

    `symbol_id` is what the name would be as a symbol of that file. `new_symbol_id` is what they get by another name.
    """

    symbol_id: str
    is_gone: bool
    new_symbol_id: str | None = None


class ChangeSet(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """All that differs between two states, by path and symbol; `n_outside` counts files beyond the folder asked about.

    `wide_imports` are files that take all names of something else than before: which ones they use is not known.
    `package_names` are the packages of files that are gone, by path.
    """

    old: str
    new: str
    files: tuple[ChangedFile, ...]
    symbols: tuple[ChangedSymbol, ...]
    n_outside: int = 0
    bindings: tuple[ChangedBinding, ...] = ()
    wide_imports: tuple[str, ...] = ()
    package_names: dict[str, str] = {}

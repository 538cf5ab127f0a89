"""What the engine gets to see: a folder of ours with the given files and nothing else.

Turns: root + paths → a tree of the same files in the same folders, and the engine's configuration beside it.

The engine would obey a configuration that it finds near the files, import whatever lies in the tree, follow links out
of it and take file names for patterns. In this tree there is nothing to obey, to import or to follow. A file whose text
is not what its bytes are, since it is a notebook or not in UTF-8, is written there as text; all others are links.
"""

import contextlib
import json
import os
import re
import stat
from pathlib import Path

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.identity import is_relative_posix_path
from codeshed.model.text.decoding import decode_source
from codeshed.types.inquiry import FOLDER, Inquiry, inquiry_path, make_inquiry, module_names
from codeshed.types.options import EngineOptions

_SUFFIXES = (".py", ".pyi", ".ipynb")
_NOTEBOOK = ".ipynb"
_MEANT_BY_PATTERNS = re.compile(r"[][*?]")


class Workspace(msgspec.Struct, frozen=True):
    """A folder for one run, the paths that its tree holds, and why targets are not in it.

    Targets are the files that the engine reports about; it reads others only where these import them.
    """

    folder: Path
    paths: tuple[str, ...]
    targets: tuple[str, ...]
    reason_by_path: dict[str, str]
    package_name: str = ""
    inquiry: Inquiry = Inquiry()
    """What the engine is asked for beside its report."""

    @property
    def tree(self) -> Path:
        """The files, in the folders that they have below the root."""
        return _tree(self.folder, self.package_name)

    def source(self, path: str) -> Path:
        """Where the file at `path` is in the tree."""
        return self.tree / name_in_tree(path)

    @property
    def configuration(self) -> Path:
        """The engine's configuration."""
        return self.folder / "pyrefly.toml"

    @property
    def report(self) -> Path:
        """Where the engine writes."""
        return self.folder / "report"

    @property
    def answers(self) -> Path:
        """Where the engine writes what it was asked for beside its report."""
        return self.folder / "answers.json"

    @property
    def log(self) -> Path:
        """What the engine says while it runs."""
        return self.folder / "log.txt"


def name_in_tree(path: str) -> str:
    """Return the path by which the engine knows a file; the code of a notebook is Python to it."""
    return f"{path}.py" if path.endswith(_NOTEBOOK) else path


def make_workspace(
    folder: Path,
    root: Path,
    paths: tuple[str, ...],
    search_roots: tuple[str, ...],
    options: EngineOptions,
    *,
    targets: tuple[str, ...] | None = None,
    has_copies: bool = False,
    has_inquiry: bool = False,
) -> Workspace:
    """Fill `folder` with the files at `paths` below `root`, and the configuration for a run over them.

    With `targets`, the run is about those of them alone. With `has_copies`, no file is a link, so that the tree stays
    as it is when the files change. With `has_inquiry`, the engine is asked for types in full too.
    """
    real_root = root.resolve()
    tree = _tree(folder, options.package_name)
    tree.mkdir(parents=True)
    placed = []
    reason_by_path = {}
    real_folders: dict[str, Path | None] = {}
    for path in sorted(set(paths)):
        reason = _reason_against(path) or _place(path, tree, real_root, real_folders, has_copies=has_copies)
        if reason is None:
            placed.append(path)
        else:
            reason_by_path[path] = reason
    wanted = frozenset(paths if targets is None else targets)
    workspace = Workspace(
        folder,
        tuple(placed),
        tuple(path for path in placed if path in wanted),
        {path: reason for path, reason in reason_by_path.items() if path in wanted},
        options.package_name,
    )
    for search_root in search_roots:
        _make_search_root(tree, search_root)
    if has_inquiry:
        workspace = _with_inquiry(workspace, search_roots)
    workspace.configuration.write_text(_configuration(workspace, search_roots, options), encoding="utf-8")
    return workspace


def _with_inquiry(workspace: Workspace, search_roots: tuple[str, ...]) -> Workspace:
    """Write modules that ask about the targets, beside the tree."""
    module_by_path = dict(module_names(workspace.paths, search_roots, workspace.package_name))
    texts = {}
    for path in workspace.targets:
        # A file that is gone by now can't be asked about; the engine says so.
        with contextlib.suppress(OSError):
            if path in module_by_path:
                texts[path] = workspace.source(path).read_bytes()
    inquiry = make_inquiry(texts, module_by_path)
    (workspace.folder / FOLDER).mkdir()
    for number, text in enumerate(inquiry.texts):
        (workspace.folder / inquiry_path(number)).write_text(text, encoding="utf-8")
    return msgspec.structs.replace(workspace, inquiry=inquiry)


def _tree(folder: Path, package_name: str) -> Path:
    """Return where the root's files go; a root that is a package itself is a folder of its name."""
    return folder / "tree" / package_name if package_name else folder / "tree"


def _make_search_root(tree: Path, search_root: str) -> None:
    """Make sure that a search root exists, also without files in it."""
    try:
        if search_root not in {"", "."} and not is_relative_posix_path(search_root):
            raise NotADirectoryError
        (tree / search_root).mkdir(parents=True, exist_ok=True)
    except OSError:
        raise InvalidOptionError(
            f"the search root {search_root!r} is no folder below the root",
            hint="give it relative to the root",
        ) from None


def _reason_against(path: str) -> str | None:
    """Return what keeps the engine from reading a file of this name."""
    if not is_relative_posix_path(path):
        return "its path is not a plain path below the root"
    if not path.endswith(_SUFFIXES):
        return "it is not called .py, .pyi or .ipynb"
    try:
        path.encode()
    except UnicodeEncodeError:
        return "its name is not UTF-8"
    return None


def _place(
    path: str, tree: Path, real_root: Path, real_folders: dict[str, Path | None], *, has_copies: bool
) -> str | None:
    """Put one file into the tree; return why that can't be done."""
    folder, _, name = path.rpartition("/")
    try:
        if folder not in real_folders:
            real_folders[folder] = _real_folder(real_root, folder)
            (tree / folder).mkdir(parents=True, exist_ok=True)
        real_folder = real_folders[folder]
        if real_folder is None:
            return "it lies outside the root"
        # Plain strings: a Path costs as much as the link.
        source = os.path.join(real_folder, name)  # noqa: PTH118
        status = os.lstat(source)
        if stat.S_ISLNK(status.st_mode):
            source = os.path.realpath(source, strict=True)
            if not Path(source).is_relative_to(real_root):
                return "it lies outside the root"
            status = os.lstat(source)
        if not stat.S_ISREG(status.st_mode):
            return "it is not a regular file"
        target = os.path.join(tree, name_in_tree(path))  # noqa: PTH118
        _link_or_write(path, source, target, is_copy=has_copies)
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def _real_folder(real_root: Path, folder: str) -> Path | None:
    """Return the folder without links on the way, or None if it lies outside the root."""
    real = (real_root / folder).resolve(strict=True)
    return real if real.is_relative_to(real_root) else None


def _link_or_write(path: str, source: str, target: str, *, is_copy: bool) -> None:
    """Link a file whose text is its bytes; write the text of another, and where links are not allowed."""
    with open(source, "rb") as file:  # noqa: PTH123 - as above
        content = file.read()
    text = decode_source(path, content).content
    if text == content and not path.endswith(_NOTEBOOK) and not is_copy:
        with contextlib.suppress(OSError):
            os.symlink(source, target)  # noqa: PTH211 - as above
            return
    with open(target, "xb") as file:  # noqa: PTH123 - as above
        file.write(text)


def _configuration(workspace: Workspace, search_roots: tuple[str, ...], options: EngineOptions) -> str:
    """Return the configuration: everything that the engine would otherwise look for or guess."""
    tree = workspace.tree
    settings: dict[str, object] = {
        "project-includes": _includes(workspace),
        "project-excludes": [],
        "disable-project-excludes-heuristics": True,
        "use-ignore-files": False,
        "search-path": [
            *([str(tree.parent)] if options.package_name else []),
            *(str(tree / search_root) for search_root in search_roots),
        ],
        "disable-search-path-heuristics": True,
        "site-package-path": [str(path.absolute()) for path in options.site_package_paths],
        "skip-interpreter-query": True,
        "python-version": options.python_version,
        "python-platform": "all",
    }
    return "".join(f"{key} = {_toml(value)}\n" for key, value in settings.items())


def _includes(workspace: Workspace) -> list[str]:
    """Return the patterns of the files that a run is about."""
    asking = [f"{FOLDER}/*.py"] if workspace.inquiry.texts else []
    if workspace.targets == workspace.paths:
        return ["tree/**/*.py", "tree/**/*.pyi", *asking]
    folder = workspace.tree.relative_to(workspace.folder).as_posix()
    names = (f"{folder}/{name_in_tree(path)}" for path in workspace.targets)
    return [*(_MEANT_BY_PATTERNS.sub(r"[\g<0>]", name) for name in names), *asking]


def _toml(value: object) -> str:
    """Return strings, lists of them and booleans in TOML; but for one character they are written as in JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

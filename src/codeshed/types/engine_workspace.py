"""The engine's workspace: a folder with exactly the files to check, isolated from the repository.

Turns: root + paths → a tree with the same layout, and the engine's configuration next to it.

In the repository itself the engine would obey configuration files, import files that are left out, follow links out of the
root, and take file names for patterns. Files in the tree are links, but for notebooks and files that are not UTF-8, whose
decoded text is written.
"""

import contextlib
import json
import os
import re
import stat
from pathlib import Path

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.symbol_ids import is_relative_posix_path
from codeshed.model.text.source_decoding import decode_source
from codeshed.types.engine_options import EngineOptions
from codeshed.types.type_probes import (
    PROBE_FOLDER,
    TypeProbes,
    importable_names,
    make_type_probes,
    probe_path,
)

_SUFFIXES = (".py", ".pyi", ".ipynb")
_NOTEBOOK = ".ipynb"
_GLOB_CHARACTERS = re.compile(r"[][*?]")


class Workspace(msgspec.Struct, frozen=True):
    """The folder of one run, the paths in its tree, and the reasons why some targets are missing.

    Targets are the files to report on; other files are read only where these import them.
    """

    folder: Path
    paths: tuple[str, ...]
    targets: tuple[str, ...]
    reason_by_path: dict[str, str]
    package_name: str = ""
    probes: TypeProbes = TypeProbes()
    """Probe modules for the types that the report widens."""

    @property
    def tree(self) -> Path:
        """The folder that mirrors the root."""
        return _tree(self.folder, self.package_name)

    def source(self, path: str) -> Path:
        """Return the file of `path` in the tree."""
        return self.tree / name_in_tree(path)

    @property
    def configuration(self) -> Path:
        """The engine's configuration."""
        return self.folder / "pyrefly.toml"

    @property
    def report(self) -> Path:
        """The folder of the engine's report."""
        return self.folder / "report"

    @property
    def answers(self) -> Path:
        """The file of the engine's diagnostics, with the `reveal_type` answers."""
        return self.folder / "answers.json"

    @property
    def log(self) -> Path:
        """The engine's standard error."""
        return self.folder / "log.txt"


def name_in_tree(path: str) -> str:
    """Return the path of a file in the tree; a notebook's code is a `.py` file there."""
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
    has_probes: bool = False,
) -> Workspace:
    """Fill `folder` with the files at `paths` below `root`, and the configuration for a run over them.

    With `targets`, only these are reported on. With `has_copies`, no file is a link, so that edits in the repository do not
    change the tree. With `has_probes`, probe modules are added.
    """
    real_root = root.resolve()
    tree = _tree(folder, options.package_name)
    tree.mkdir(parents=True)
    placed = []
    reason_by_path = {}
    real_folders: dict[str, Path | None] = {}
    for path in sorted(set(paths)):
        reason = _unsupported_reason(path) or _add_to_tree(
            path, tree, real_root, real_folders, has_copies=has_copies
        )
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
    if has_probes:
        workspace = _with_inquiry(workspace, search_roots)
    workspace.configuration.write_text(_configuration(workspace, search_roots, options), encoding="utf-8")
    return workspace


def _with_inquiry(workspace: Workspace, search_roots: tuple[str, ...]) -> Workspace:
    """Write probe modules for the targets, next to the tree."""
    module_by_path = dict(importable_names(workspace.paths, search_roots, workspace.package_name))
    texts = {}
    for path in workspace.targets:
        # A file may be gone by now; the engine reports that.
        with contextlib.suppress(OSError):
            if path in module_by_path:
                texts[path] = workspace.source(path).read_bytes()
    inquiry = make_type_probes(texts, module_by_path)
    (workspace.folder / PROBE_FOLDER).mkdir()
    for number, text in enumerate(inquiry.texts):
        (workspace.folder / probe_path(number)).write_text(text, encoding="utf-8")
    return msgspec.structs.replace(workspace, probes=inquiry)


def _tree(folder: Path, package_name: str) -> Path:
    """Return the folder that mirrors the root; if the root is a package, it has the package's name."""
    return folder / "tree" / package_name if package_name else folder / "tree"


def _make_search_root(tree: Path, search_root: str) -> None:
    """Make the folder of a search root, even if it has no files."""
    try:
        if search_root not in {"", "."} and not is_relative_posix_path(search_root):
            raise NotADirectoryError
        (tree / search_root).mkdir(parents=True, exist_ok=True)
    except OSError:
        raise InvalidOptionError(
            f"the search root {search_root!r} is no folder below the root",
            hint="give it relative to the root",
        ) from None


def _unsupported_reason(path: str) -> str | None:
    """Return why the engine can't read a file with this path, None if it can."""
    if not is_relative_posix_path(path):
        return "its path is not a plain path below the root"
    if not path.endswith(_SUFFIXES):
        return "it is not called .py, .pyi or .ipynb"
    try:
        path.encode()
    except UnicodeEncodeError:
        return "its name is not UTF-8"
    return None


def _add_to_tree(
    path: str, tree: Path, real_root: Path, real_folders: dict[str, Path | None], *, has_copies: bool
) -> str | None:
    """Put one file into the tree; return the reason if that fails."""
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
    """Return the resolved folder, None if it is outside of the root."""
    real = (real_root / folder).resolve(strict=True)
    return real if real.is_relative_to(real_root) else None


def _link_or_write(path: str, source: str, target: str, *, is_copy: bool) -> None:
    """Link a file if its text is its bytes; otherwise, or if links are not allowed, write the text."""
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
    """Return the engine's configuration, which leaves nothing to be searched for or guessed."""
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
    """Return the patterns of the targets and probe modules."""
    asking = [f"{PROBE_FOLDER}/*.py"] if workspace.probes.texts else []
    if workspace.targets == workspace.paths:
        return ["tree/**/*.py", "tree/**/*.pyi", *asking]
    folder = workspace.tree.relative_to(workspace.folder).as_posix()
    names = (f"{folder}/{name_in_tree(path)}" for path in workspace.targets)
    return [*(_GLOB_CHARACTERS.sub(r"[\g<0>]", name) for name in names), *asking]


def _toml(value: object) -> str:
    """Encode strings, lists of strings and booleans as TOML, which differs from JSON in one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

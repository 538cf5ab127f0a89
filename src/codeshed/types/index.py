"""The index of a report: which modules it is about, and in which files they are.

Turns: the file `pyrefly.pysa.json` → modules by number and by path. Modules are joined by path: several may have one
name, and one file may be known by several names.
"""

import os
import re

import msgspec

from codeshed.types.problems import EngineProblem, ProblemKind
from codeshed.types.pysa_json import FORMAT_VERSION, INDEX, VERSION, IndexEntry, ModuleEntry
from codeshed.types.workspace import Workspace, name_in_tree

INDEX_FILE = "pyrefly.pysa.json"
"""The index in the folder of a report; the engine writes it last."""

UNKNOWN_MODULE = "__unknown__"
"""How the engine calls every module that no import statement can name, such as `0001_initial.py`."""

_IN_FILES = "FileSystem"
_NOT_IN_NAMES = re.compile(r"[^\w.]")


class ReportedModule(msgspec.Struct, frozen=True):
    """A module of the report; `path` is None outside the project, `file` is its name in each folder of the report.

    One that the engine has no name for is called by its path, and `is_nameless` says so.
    """

    name: str
    path: str | None
    file: str | None
    is_nameless: bool = False


class ReportIndex(msgspec.Struct, frozen=True):
    """What a run reported: for each file the module by which the engine checked it, or why there is none.

    The engine numbers the standard library and its targets in a fixed order, up to `last_fixed_id`, and modules beyond
    as it meets them.
    """

    workspace: Workspace
    module_by_id: dict[int, ReportedModule]
    module_by_path: dict[str, ReportedModule]
    reason_by_path: dict[str, str]
    last_fixed_id: int = 0


def read_index(workspace: Workspace) -> ReportIndex | EngineProblem:
    """Read the index of the report in a workspace."""
    try:
        content = (workspace.report / INDEX_FILE).read_bytes()
        version = VERSION.decode(content).format_version
        if version != FORMAT_VERSION:
            return EngineProblem(
                ProblemKind.WRONG_FORMAT,
                f"the type engine's report has format version {version}; this Codeshed reads version {FORMAT_VERSION}",
                workspace.targets,
            )
        return _index(workspace, INDEX.decode(content))
    except (OSError, msgspec.MsgspecError) as error:
        return EngineProblem(
            ProblemKind.WRONG_FORMAT,
            "the type engine's report can't be understood",
            workspace.targets,
            str(error),
        )


def _index(workspace: Workspace, entry: IndexEntry) -> ReportIndex:
    tree = f"{workspace.tree}{os.sep}"
    path_by_name = {name_in_tree(path): path for path in workspace.paths}
    module_by_id = {}
    checked: dict[str, ReportedModule] = {}
    reason_by_path = dict(workspace.reason_by_path)
    for module in sorted(entry.modules.values(), key=lambda module: module.module_id):
        path = path_by_name.get(_name_in_tree(module, tree))
        is_nameless = path is not None and module.module_name == UNKNOWN_MODULE
        reported = ReportedModule(
            _dotted_path(path) if path is not None and is_nameless else module.module_name,
            path,
            _safe(module.info_filename),
            is_nameless,
        )
        module_by_id[module.module_id] = reported
        if reported.path is None or not module.is_internal or reported.file is None:
            continue
        if module.failed_to_load:
            reason_by_path[reported.path] = "the type engine can't read it"
        else:
            checked.setdefault(reported.path, reported)
    for path in set(workspace.targets) - checked.keys() - reason_by_path.keys():
        reason_by_path[path] = "the type engine says nothing about it"
    last_fixed_id = max(
        (module.module_id for module in entry.modules.values() if module.is_internal), default=0
    )
    return ReportIndex(workspace, module_by_id, checked, reason_by_path, last_fixed_id)


def _name_in_tree(module: ModuleEntry, tree: str) -> str:
    """Return the path of a module below the tree in POSIX form, or nothing."""
    source = module.source_path.get(_IN_FILES, "")
    return source[len(tree) :].replace(os.sep, "/") if source.startswith(tree) else ""


def _dotted_path(path: str) -> str:
    """Return a path as a dotted name that can stand within a type."""
    return _NOT_IN_NAMES.sub("-", path.rpartition(".")[0].replace("/", "."))


def _safe(file: str | None) -> str | None:
    """Return the name of a module's file, unless it would lead elsewhere."""
    return None if file is None or "/" in file or "\\" in file else file

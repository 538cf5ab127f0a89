"""The index of the engine's report: its modules, and the files that they are in.

Turns: the file `pyrefly.pysa.json` → modules by id and by path. They are matched to files by path, since several modules
may have one name, and one file several names.
"""

import os
import re

import msgspec

from codeshed.types.engine_problems import EngineProblem, ProblemKind
from codeshed.types.engine_workspace import Workspace, name_in_tree
from codeshed.types.pysa_json import FORMAT_VERSION, INDEX, VERSION, IndexEntry, ModuleEntry

INDEX_FILE = "pyrefly.pysa.json"
"""The index in the folder of a report; the engine writes it last."""

UNKNOWN_MODULE = "__unknown__"
"""The engine's name for every module that can't be imported by a statement, such as `0001_initial.py`."""

_IN_FILES = "FileSystem"
_NOT_IN_NAMES = re.compile(r"[^\w.]")


class ReportedModule(msgspec.Struct, frozen=True):
    """A module of the report; `path` is None outside the project, `file` is its file name in each folder of the report.

    A module that can't be imported is named after its path, and `is_nameless` is set. `is_stub` says that it only declares.
    """

    name: str
    path: str | None
    file: str | None
    is_nameless: bool = False
    is_stub: bool = False


class ReportIndex(msgspec.Struct, frozen=True):
    """The modules that a run checked, by path and by id, and for each other target the reason why it was not checked.

    Ids up to `last_fixed_id` (the standard library and the targets) are the same in every run; modules of packages get
    later ids in the order in which they are first imported.
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
            _without_folders(module.info_filename),
            is_nameless,
            module.is_interface,
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
    """Return a path as a dotted name that is valid in the text of a type."""
    return _NOT_IN_NAMES.sub("-", path.rpartition(".")[0].replace("/", "."))


def _without_folders(file: str | None) -> str | None:
    """Return the name of a module's file, None if it has folders in it."""
    return None if file is None or "/" in file or "\\" in file else file

"""The functions and classes that entry points in manifests refer to.

Turns: the bytes of manifests, and what `setup.py` files declare → ManifestEntries. All of it is recomputed each time:
it is little, and may refer to any file.
"""

from collections.abc import Iterable, Mapping

import msgspec

from codeshed.model.semantic import EntryPoint
from codeshed.resolve.python.entry_points.callables import find_method
from codeshed.resolve.python.entry_points.found_entry_points import (
    DetectionPhase,
    FileEntries,
    FoundEntry,
    ManifestEntries,
)
from codeshed.resolve.python.entry_points.framework_rules import EntryKind
from codeshed.resolve.python.entry_points.manifests import (
    PYTEST_GROUP,
    SCRIPT_GROUPS,
    DeclaredEntry,
    read_manifest,
)
from codeshed.resolve.python.names.expression_text import shorten
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.static_names import Referent, ReferentKind
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

_SOURCE_FOLDERS = ("src", "lib", "python")
_NAMED = frozenset({ReferentKind.FUNCTION, ReferentKind.CLASS})


class _Reference(msgspec.Struct, frozen=True):
    """What `shop.cli:main` refers to: functions or classes; without a colon, the file of the module."""

    referents: tuple[Referent, ...] = ()
    file: int | None = None


def find_declared_entries(
    tables: SymbolTables, manifests: Mapping[str, bytes], found: Iterable[FileEntries]
) -> ManifestEntries:
    """Return what manifests and calls of `setup` refer to; `manifests` are the bytes of project files by path.

    Plugins of pytest are the modules in the group `pytest11`, and those in variables `pytest_plugins`. The result is
    not stored, so lookups may be recorded in any trace.
    """
    declared = [entry for path in sorted(manifests) for entry in read_manifest(path, manifests[path])]
    declared += [entry for file in sorted(found, key=lambda each: each.path) for entry in file.declared]
    program = tables.program
    entries: list[FoundEntry] = []
    plugins = set(tables.outlines.plugins)
    for entry in declared:
        reference = _find_reference(entry, tables)
        entries += [_found_entry(entry, referent, program) for referent in reference.referents]
        if reference.file is not None and entry.group == PYTEST_GROUP:
            plugins.add(reference.file)
    return ManifestEntries(
        entries=tuple(entries), plugins=tuple(program.files[file].path for file in sorted(plugins))
    )


def _found_entry(entry: DeclaredEntry, referent: Referent, program: Program) -> FoundEntry:
    is_class = referent.kind is ReferentKind.CLASS
    each = program.classes[referent.number] if is_class else program.functions[referent.number]
    kind = EntryKind.SCRIPT if entry.group in SCRIPT_GROUPS else EntryKind.PLUGIN
    return FoundEntry(
        path=program.files[each.file].path,
        entry=EntryPoint(
            symbol=each.symbol,
            kind=kind.value,
            detail=shorten(entry.name),
            evidence=shorten(f"{entry.manifest} [{entry.section}] {entry.name}"),
        ),
        phase=DetectionPhase.DECLARED,
    )


def _find_reference(entry: DeclaredEntry, tables: SymbolTables) -> _Reference:
    """Return what an entry refers to; modules are searched from the manifest's folder."""
    target = entry.reference.split("[", 1)[0].strip()
    module_name, _, inner = (part.strip() for part in target.partition(":"))
    file = _find_module(tables.program, entry.manifest.rpartition("/")[0], module_name)
    if file is None:
        return _Reference()
    if not inner:
        return _Reference(file=file)
    referents: tuple[Referent, ...] = (Referent(ReferentKind.MODULE, number=file),)
    for name in inner.split("."):
        referents = tuple(found for each in referents for found in _members(each, name, tables))
    return _Reference(referents=tuple(each for each in referents if each.kind in _NAMED))


def _members(owner: Referent, name: str, tables: SymbolTables) -> tuple[Referent, ...]:
    if owner.kind is ReferentKind.CLASS:
        method = find_method(tables, owner.number, name)
        return () if method is None else (method,)
    return tables.static.resolve_member(owner, name)


def _find_module(program: Program, folder: str, module_name: str) -> int | None:
    if not module_name or not all(part.isidentifier() for part in module_name.split(".")):
        return None
    below = f"{folder}/" if folder else ""
    near = [folder, *(f"{below}{name}" for name in _SOURCE_FOLDERS)]
    others = [root for root in program.modules.roots if root.startswith(below) and root not in near]
    for root in near:
        found = program.find_module_below(root, module_name)
        if isinstance(found, int):
            return found
    targets = {program.find_module_below(root, module_name) for root in others}
    files = [target for target in targets if isinstance(target, int)]
    return files[0] if len(files) == 1 else None

"""Which files an edit can affect through the interfaces of files.

Turns: the interfaces as they were and as they are → the files whose answers rest on what changed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codeshed.model.facts import ScopeKind
from codeshed.model.interface import ANYTHING, FileInterface
from codeshed.resolve.modules import Folder
from codeshed.resolve.resolved import FileNotes, FileTraits, Resolution
from codeshed.resolve.tables import Tables

_INIT = "/__init__"


def traits_of(tables: Tables, file: int) -> FileTraits:
    """Return what all interfaces together say of a file."""
    program, hierarchy = tables.program, tables.hierarchy
    module = program.files[file]
    classes = program.classes_of(file)
    return FileTraits(
        imports=tuple(_target(tables, module.path, *each) for each in module.interface.imports),
        ancestors={
            program.classes[number].symbol: tuple(
                each if isinstance(each, str) else program.classes[each].symbol
                for each in hierarchy.traits[number].order[1:]
            )
            for number in classes
        },
        implemented={
            program.classes[number].symbol: tuple(
                program.classes[each].symbol for each in hierarchy.traits[number].implemented
            )
            for number in classes
            if hierarchy.traits[number].implemented
        },
        fixtures=tuple(
            (program.function_key(use.consumer), use.parameter, program.function_key(use.provider))
            for use in tables.fixtures_by_file.get(file, ())
        ),
    )


def _target(tables: Tables, importer: str, module: str, level: int) -> str:
    found = tables.program.modules.find(importer, module, level)
    if found is None:
        return ""
    return f"{found.path}/" if isinstance(found, Folder) else tables.program.files[found].path


@dataclass(frozen=True, slots=True, kw_only=True)
class InterfaceChange:
    """What changed in the interfaces of files, in the words of what files ask."""

    aspects: dict[str, frozenset[str] | None]
    """By path of a file: the names of its interface that changed, None for all."""
    module_places: frozenset[str]
    descended: frozenset[str]
    fields: frozenset[str]
    specials: frozenset[str]
    methods: frozenset[str]
    fixtures: frozenset[str]
    """Files whose tests get other fixtures."""

    def affects(self, notes: FileNotes) -> bool:
        """Whether an answer that a file got rests on what changed."""
        for path in self.aspects.keys() & notes.aspects.keys():
            names = self.aspects[path]
            if names is None or not names.isdisjoint(notes.aspects[path]):
                return True
        return not (
            self.module_places.isdisjoint(notes.module_places)
            and self.descended.isdisjoint(notes.descended)
            and self.fields.isdisjoint(notes.fields)
            and self.specials.isdisjoint(notes.specials)
            and self.methods.isdisjoint(notes.methods)
            and self.fixtures.isdisjoint(notes.fixtures)
        )


def find_interface_change(
    old: Resolution,
    tables: Tables,
    traits_by_path: Mapping[str, FileTraits],
    new_interfaces: Mapping[str, FileInterface],
    removed: Iterable[str],
) -> InterfaceChange:
    """Find what changed; `new_interfaces` are those of files that were added or edited."""
    before = frozenset(old.paths())
    removed = frozenset(removed)
    added = new_interfaces.keys() - before
    edited = {
        path
        for path, interface in new_interfaces.items()
        if path in before and interface.key != old.interface(path).key
    }
    aspects: dict[str, frozenset[str] | None] = dict.fromkeys((*added, *removed))
    for path in edited:
        aspects[path] = _changed_names(old.interface(path).aspects, new_interfaces[path].aspects)
    descended: set[str] = set()
    fixtures: set[str] = set()
    for path in before | added:
        was = old.file(path).traits if path in before else FileTraits()
        now = traits_by_path.get(path, FileTraits())
        if was.imports != now.imports:
            aspects[path] = None
        if was.fixtures != now.fixtures:
            fixtures.add(path)
        if was.ancestors != now.ancestors:
            for symbol in was.ancestors.keys() | now.ancestors.keys():
                earlier, later = was.ancestors.get(symbol), now.ancestors.get(symbol)
                if earlier != later:
                    descended.update(earlier or (), later or ())
    old_parts = {path: old.interface(path) for path in {*edited, *removed}}
    new_parts = {path: new_interfaces[path] for path in {*edited, *added}}
    moved = _methods_in(old_parts) ^ _methods_in(new_parts)
    unchanged = [module.interface for module in tables.program.files if module.path not in new_parts]
    stored = _stored_in(old_parts.values()) ^ _stored_in(new_parts.values())
    methods = frozenset(name for _, name in moved)
    is_gone = {name for _, name in _methods_in(old_parts)} ^ {name for _, name in _methods_in(new_parts)}
    specials = {name for name in is_gone if name.startswith("__")}
    return InterfaceChange(
        aspects=aspects,
        module_places=_module_places(before, (before | added) - removed),
        descended=frozenset(descended),
        fields=frozenset(stored - _stored_in(unchanged) if stored else ()),
        specials=frozenset(
            name
            for name in specials
            if all(
                tables.program.files[_file_of(tables, each)].path in new_parts
                for each in _having(tables, name)
            )
        ),
        methods=methods,
        fixtures=frozenset(fixtures),
    )


def _changed_names(before: dict[str, bytes], after: dict[str, bytes]) -> frozenset[str]:
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return frozenset({*names, ANYTHING} if names else ())


def _having(tables: Tables, name: str) -> list[int]:
    return tables.methods_by_name.get(name, [])


def _file_of(tables: Tables, number: int) -> int:
    return tables.program.functions[number].file


def _stored_in(interfaces: Iterable[FileInterface]) -> set[str]:
    return {name for interface in interfaces for name in interface.stored_names}


def _methods_in(interface_by_path: Mapping[str, FileInterface]) -> set[tuple[str, str]]:
    """Return the methods of some files: the path and scope or name by which each is known, and its plain name."""
    found = set()
    for path, interface in interface_by_path.items():
        lambdas = dict(interface.lambda_names)
        scopes = interface.facts.scopes
        for index, scope in enumerate(scopes):
            if scope.parent is None or scopes[scope.parent].kind is not ScopeKind.CLASS:
                continue
            if scope.definition is not None:
                definition = interface.facts.definitions[scope.definition]
                found.add((f"{path}::{definition.qualified_name}", definition.name))
            elif scope.kind is ScopeKind.LAMBDA:
                found.add((f"{path}@{index}", lambdas.get(index, "<lambda>")))
    return found


def _module_places(before: frozenset[str], after: frozenset[str]) -> frozenset[str]:
    """Return the places at which a module or folder appeared or vanished."""
    moved = {path.removesuffix(".py").removesuffix(_INIT) for path in before ^ after}
    return frozenset(moved | (_folders(before) ^ _folders(after)))


def _folders(paths: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found

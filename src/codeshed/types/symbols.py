"""Who is meant.

Turns: the numbers by which a report speaks of functions and classes → EngineSymbols.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from codeshed.model.type_facts import EngineSymbol
from codeshed.types.index import ReportedModule, ReportIndex
from codeshed.types.places import MisplacedError, begins, line_table
from codeshed.types.pysa_json import NAMES, ClassReference, FunctionReference, NameEntry, NamesEntry, Parent

_TOP_LEVEL = "TopLevel"


@dataclass(frozen=True, slots=True)
class ModuleSymbols:
    """The functions and classes of one module, by their numbers there."""

    function_by_id: dict[str, EngineSymbol]
    class_by_id: dict[int, EngineSymbol]


class SymbolTable:
    """The symbols of a report. A module's names are read when one of them is first asked for."""

    def __init__(self, index: ReportIndex) -> None:
        self._index = index
        self._symbols_by_file: dict[str, ModuleSymbols] = {}

    def function(self, reference: FunctionReference) -> EngineSymbol:
        """Return the function that a reference means; one that is listed nowhere has at least a name."""
        module = self._module(reference.module_id)
        symbol = self._symbols(module).function_by_id.get(reference.function_id)
        return symbol or EngineSymbol(f"{module.name}.{reference.function_name}", module.path)

    def class_(self, reference: ClassReference) -> EngineSymbol:
        """Return the class that a reference means."""
        module = self._module(reference.module_id)
        symbol = self._symbols(module).class_by_id.get(reference.class_id)
        return symbol or EngineSymbol(f"{module.name}.{reference.class_name}", module.path)

    def iter_project_classes(self) -> Iterator[tuple[str, EngineSymbol]]:
        """Give the classes of the project's files by the names that types are written with.

        A file that is imported by several names gives each of its classes several times.
        """
        for _, module in sorted(self._index.module_by_id.items()):
            if module.path is None or module.path not in self._index.module_by_path:
                continue
            checked = self._index.module_by_path[module.path]
            for symbol in self._symbols(checked).class_by_id.values():
                yield module.name + symbol.dotted_name[len(checked.name) :], symbol

    def _module(self, module_id: int) -> ReportedModule:
        """Return a module; for a file that is known by several names, the one that the file was checked by."""
        module = self._index.module_by_id.get(module_id)
        if module is None:
            return ReportedModule("", None, None)
        return module if module.path is None else self._index.module_by_path.get(module.path, module)

    def _symbols(self, module: ReportedModule) -> ModuleSymbols:
        if module.file is None:
            return ModuleSymbols({}, {})
        symbols = self._symbols_by_file.get(module.file)
        if symbols is None:
            symbols = self._symbols_by_file[module.file] = self._read(module, module.file)
        return symbols

    def _read(self, module: ReportedModule, file: str) -> ModuleSymbols:
        workspace = self._index.workspace
        try:
            names = NAMES.decode((workspace.report / "definitions" / file).read_bytes())
            content = b"" if module.path is None else workspace.source(module.path).read_bytes()
            return _module_symbols(module, names, content)
        except (OSError, msgspec.MsgspecError, MisplacedError):
            return ModuleSymbols({}, {})


def _module_symbols(module: ReportedModule, names: NamesEntry, content: bytes) -> ModuleSymbols:
    """Name all definitions of a module, and place those of a project's file."""
    entry_by_key = {
        **names.function_definitions,
        **{_class_key(int(class_id)): entry for class_id, entry in names.class_definitions.items()},
    }
    begin_by_key: dict[str, int] = {}
    if module.path is not None:
        located = {key: entry.name_location for key, entry in entry_by_key.items() if entry.name_location}
        begin_by_key = dict(zip(located, begins(list(located.values()), line_table(content)), strict=True))
    symbol_by_key = {
        key: EngineSymbol(
            _dotted_name(key, entry_by_key, module.name), module.path, begin_by_key.get(key, -1)
        )
        for key in entry_by_key
    }
    return ModuleSymbols(
        {key: symbol_by_key[key] for key in names.function_definitions},
        {int(class_id): symbol_by_key[_class_key(int(class_id))] for class_id in names.class_definitions},
    )


def _dotted_name(key: str, entry_by_key: dict[str, NameEntry], module_name: str) -> str:
    """Return the name of a definition behind those of the scopes around it."""
    names: list[str] = []
    seen: set[str] = set()
    while key in entry_by_key and key not in seen:
        seen.add(key)
        entry = entry_by_key[key]
        names.append(entry.name)
        key = _parent_key(entry.parent)
    return ".".join((module_name, *reversed(names)))


def _parent_key(parent: Parent) -> str:
    """Return the key of the scope around a definition."""
    if isinstance(parent, dict):
        if "Class" in parent:
            return _class_key(parent["Class"].get("class_id", -1))
        if "Function" in parent:
            return f"F:{parent['Function'].get('func_def_index', -1)}"
    return _TOP_LEVEL


def _class_key(class_id: int) -> str:
    return f"C:{class_id}"

"""Who is meant.

Turns: the numbers by which a report speaks of functions and classes, and the names that it writes types with → symbol
ids. What the project defines is found by the place of its name, so that its id is the one that the syntax gives it. A
class that a call makes, as `namedtuple` does, has no definition there; it is known by its dotted name as if it were
none of the project's.
"""

import sys
from collections.abc import Mapping

import msgspec

from codeshed.model.identity import EXTERNAL_PREFIX, member_symbol
from codeshed.model.type_facts import SymbolsIn
from codeshed.types.index import ReportedModule, ReportIndex
from codeshed.types.places import MisplacedError, begins, line_table
from codeshed.types.pysa_json import NAMES, ClassReference, FunctionReference, NameEntry, NamesEntry, Parent

_TOP_LEVEL = "TopLevel"
_STUB = ".pyi"
_CODE = ".py"


class EngineSymbol(msgspec.Struct, frozen=True):
    """A function or class: the dotted name by which the engine writes it, and its symbol id."""

    dotted_name: str
    symbol: str


class ModuleSymbols(msgspec.Struct, frozen=True):
    """The functions and classes of one module, by their numbers there."""

    function_by_id: dict[str, EngineSymbol]
    class_by_id: dict[int, EngineSymbol]


class SymbolTable:
    """The symbols of a report. A module's names are read when one of them is first asked for.

    An engine that stays speaks of functions by the number that their module had when it was read, and of classes by the
    one that it has now. With `has_fixed_ids_only` a function is unknown if these may differ.
    """

    def __init__(
        self, index: ReportIndex, symbols_in: SymbolsIn, *, has_fixed_ids_only: bool = False
    ) -> None:
        self._index = index
        self._symbols_in = symbols_in
        self._last_id = index.last_fixed_id if has_fixed_ids_only else sys.maxsize
        self._symbols_by_file: dict[str, ModuleSymbols] = {}
        self._class_by_dotted_name: dict[str, str | None] = {}
        self._modules_by_name: dict[str, list[ReportedModule]] = {}
        for _, module in sorted(index.module_by_id.items()):
            if module.path is not None:
                self._modules_by_name.setdefault(module.name, []).append(module)

    def function(self, reference: FunctionReference) -> EngineSymbol | None:
        """Return the function that a reference means; one that is listed nowhere has at least a name."""
        if reference.module_id > self._last_id:
            return None
        module = self._module(reference.module_id)
        symbol = self._symbols(module).function_by_id.get(reference.function_id)
        return symbol or _unlisted(module, reference.function_name)

    def class_(self, reference: ClassReference) -> EngineSymbol:
        """Return the class that a reference means."""
        module = self._module(reference.module_id)
        symbol = self._symbols(module).class_by_id.get(reference.class_id)
        return symbol or _unlisted(module, reference.class_name)

    def class_named(self, dotted_name: str) -> str | None:
        """Return the project's class that a type names, if the name means one class of the project."""
        if dotted_name not in self._class_by_dotted_name:
            self._class_by_dotted_name[dotted_name] = self._find_class(dotted_name)
        return self._class_by_dotted_name[dotted_name]

    def _find_class(self, dotted_name: str) -> str | None:
        module_name = dotted_name
        while module_name:
            module_name = module_name.rpartition(".")[0]
            found = {
                each.symbol
                for module in self._modules_by_name.get(module_name, ())
                for each in self._symbols(module).class_by_id.values()
                if each.dotted_name == dotted_name and not each.symbol.startswith(EXTERNAL_PREFIX)
            }
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def _module(self, module_id: int) -> ReportedModule:
        return self._index.module_by_id.get(module_id) or ReportedModule("", None, None)

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
            symbol_by_key: dict[str, str] = {}
            if module.path is not None and module.path.endswith(_STUB):
                symbol_by_key = _declared(names, module.path, self._symbols_in)
            elif module.path is not None:
                content = workspace.source(module.path).read_bytes()
                symbol_by_key = _defined(names, content, self._symbols_in(module.path))
            return _module_symbols(module, names, symbol_by_key)
        except (OSError, msgspec.MsgspecError, MisplacedError):
            return ModuleSymbols({}, {})


def _unlisted(module: ReportedModule, name: str) -> EngineSymbol:
    owner = f"{EXTERNAL_PREFIX}{module.name}" if module.path is None else module.path
    return EngineSymbol(f"{module.name}.{name}", member_symbol(owner, name))


def _defined(names: NamesEntry, content: bytes, symbol_by_begin: Mapping[int, str]) -> dict[str, str]:
    """Return the symbol ids of the definitions that stand where the syntax has one."""
    located = {key: entry.name_location for key, entry in _entry_by_key(names).items() if entry.name_location}
    offsets = begins(list(located.values()), line_table(content))
    return {
        key: symbol_by_begin[offset]
        for key, offset in zip(located, offsets, strict=True)
        if offset in symbol_by_begin
    }


def _declared(names: NamesEntry, path: str, symbols_in: SymbolsIn) -> dict[str, str]:
    """Return the symbol ids of the code beside a stub, for what the stub declares of it."""
    code = path.removesuffix(_STUB) + _CODE
    defined = frozenset(symbols_in(code).values())
    entry_by_key = _entry_by_key(names)
    symbol_by_key = {}
    for key in entry_by_key:
        symbol = member_symbol(code, ".".join(entry_by_key[each].name for each in _chain(key, entry_by_key)))
        if symbol in defined:
            symbol_by_key[key] = symbol
    return symbol_by_key


def _entry_by_key(names: NamesEntry) -> dict[str, NameEntry]:
    return {
        **names.function_definitions,
        **{_class_key(int(class_id)): entry for class_id, entry in names.class_definitions.items()},
    }


def _module_symbols(
    module: ReportedModule, names: NamesEntry, symbol_by_key: dict[str, str]
) -> ModuleSymbols:
    """Name all definitions of a module; a function that the syntax does not have is a member of what is around it."""
    entry_by_key = _entry_by_key(names)

    def named(key: str) -> EngineSymbol:
        chain = _chain(key, entry_by_key)
        dotted_name = ".".join((module.name, *(entry_by_key[outer].name for outer in chain)))
        if key in symbol_by_key:
            return EngineSymbol(dotted_name, symbol_by_key[key])
        if module.path is None or key not in names.function_definitions:
            return EngineSymbol(dotted_name, f"{EXTERNAL_PREFIX}{dotted_name}")
        symbol = module.path
        for outer in chain:
            symbol = symbol_by_key.get(outer) or member_symbol(symbol, entry_by_key[outer].name)
        return EngineSymbol(dotted_name, symbol)

    return ModuleSymbols(
        {key: named(key) for key in names.function_definitions},
        {int(class_id): named(_class_key(int(class_id))) for class_id in names.class_definitions},
    )


def _chain(key: str, entry_by_key: dict[str, NameEntry]) -> list[str]:
    """Return the keys of the scopes around a definition and its own, from the outside in."""
    chain: dict[str, None] = {}
    while key in entry_by_key and key not in chain:
        chain[key] = None
        key = _parent_key(entry_by_key[key].parent)
    return list(reversed(chain))


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

"""Maps the engine's functions and classes to symbol ids.

Turns: the ids in a report, and the dotted names in the texts of types → symbol ids. Definitions of the project are matched
by the position of their names, so that they get the ids of the extractor. A class without a definition, such as one made by
`namedtuple()`, gets the id of an external symbol with its dotted name.
"""

import sys
from collections.abc import Mapping

import msgspec

from codeshed.model.facts.type_facts import SymbolsByOffset
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, member_symbol
from codeshed.types.engine_locations import MisplacedError, begin_offsets, line_table
from codeshed.types.engine_report_index import ReportedModule, ReportIndex
from codeshed.types.pysa_json import NAMES, ClassReference, FunctionReference, NameEntry, NamesEntry, Parent

_TOP_LEVEL = "TopLevel"
_STUB = ".pyi"
_CODE = ".py"


class EngineSymbol(msgspec.Struct, frozen=True):
    """A function or class: its dotted name in the report, and its symbol id."""

    dotted_name: str
    symbol: str


class ModuleSymbols(msgspec.Struct, frozen=True):
    """The functions and classes of one module, by their ids in it."""

    function_by_id: dict[str, EngineSymbol]
    class_by_id: dict[int, EngineSymbol]


class EngineSymbolTable:
    """The symbols of a report; a module is read when one of its symbols is first needed.

    A resident engine refers to functions by the module id of the time when they were checked, and to classes by the current
    one. With `has_fixed_ids_only`, functions of modules whose id may have changed are unknown.
    """

    def __init__(
        self, index: ReportIndex, symbols_in: SymbolsByOffset, *, has_fixed_ids_only: bool = False
    ) -> None:
        self._index = index
        self._symbols_in = symbols_in
        self._last_id = index.last_fixed_id if has_fixed_ids_only else sys.maxsize
        self._symbols_by_file: dict[str, ModuleSymbols] = {}
        self._class_by_dotted_name: dict[str, str | None] = {}
        self._external_modules: dict[str, ReportedModule] = {}
        self._modules_by_name: dict[str, list[ReportedModule]] = {}
        for _, module in sorted(index.module_by_id.items()):
            if module.path is not None:
                self._modules_by_name.setdefault(module.name, []).append(module)
            elif module.file is not None:
                self._external_modules.setdefault(module.name, module)

    def function_of_reference(self, reference: FunctionReference) -> EngineSymbol | None:
        """Return the function of a reference; one that its module does not list gets an id by its name."""
        if reference.module_id > self._last_id:
            return None
        module = self._module(reference.module_id)
        symbol = self._symbols(module).function_by_id.get(reference.function_id)
        return symbol or _symbol_by_name(module, reference.function_name)

    def external_definition(self, symbol: str) -> tuple[ReportedModule, str] | None:
        """Return the module that defines an external function, and the function's id there; of a property the getter."""
        dotted_name = symbol.removeprefix(EXTERNAL_PREFIX)
        name = dotted_name
        while name := name.rpartition(".")[0]:
            module = self._external_modules.get(name)
            if module is not None:
                found = [
                    key
                    for key, each in self._symbols(module).function_by_id.items()
                    if each.dotted_name == dotted_name
                ]
                if found:
                    return module, min(found, key=lambda each: (len(each), each))
        return None

    def class_of_reference(self, reference: ClassReference) -> EngineSymbol:
        """Return the class of a reference."""
        module = self._module(reference.module_id)
        symbol = self._symbols(module).class_by_id.get(reference.class_id)
        return symbol or _symbol_by_name(module, reference.class_name)

    def class_named(self, dotted_name: str) -> str | None:
        """Return the project's class with a dotted name, None if there is none or more than one."""
        if dotted_name not in self._class_by_dotted_name:
            self._class_by_dotted_name[dotted_name] = self._find_class(dotted_name)
        return self._class_by_dotted_name[dotted_name]

    def is_of_project(self, dotted_name: str) -> bool:
        """Whether a dotted name begins with a module of the project."""
        while dotted_name := dotted_name.rpartition(".")[0]:
            if dotted_name in self._modules_by_name:
                return True
        return False

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
                symbol_by_key = _symbols_of_stub(names, module.path, self._symbols_in)
            elif module.path is not None:
                content = workspace.source(module.path).read_bytes()
                symbol_by_key = _symbols_by_position(names, content, self._symbols_in(module.path))
            return _module_symbols(module, names, symbol_by_key)
        except (OSError, msgspec.MsgspecError, MisplacedError):
            return ModuleSymbols({}, {})


def _symbol_by_name(module: ReportedModule, name: str) -> EngineSymbol:
    owner = f"{EXTERNAL_PREFIX}{module.name}" if module.path is None else module.path
    return EngineSymbol(f"{module.name}.{name}", member_symbol(owner, name))


def _symbols_by_position(
    names: NamesEntry, content: bytes, symbol_by_begin: Mapping[int, str]
) -> dict[str, str]:
    """Return the symbol ids of definitions, matched by the offsets of their names."""
    located = {key: entry.name_location for key, entry in _entry_by_key(names).items() if entry.name_location}
    offsets = begin_offsets(list(located.values()), line_table(content))
    return {
        key: symbol_by_begin[offset]
        for key, offset in zip(located, offsets, strict=True)
        if offset in symbol_by_begin
    }


def _symbols_of_stub(names: NamesEntry, path: str, symbols_in: SymbolsByOffset) -> dict[str, str]:
    """Return the symbol ids of a stub's declarations: those of the same names in the `.py` file next to it."""
    code = path.removesuffix(_STUB) + _CODE
    defined = frozenset(symbols_in(code).values())
    entry_by_key = _entry_by_key(names)
    symbol_by_key = {}
    for key in entry_by_key:
        symbol = member_symbol(
            code, ".".join(entry_by_key[each].name for each in _scope_chain(key, entry_by_key))
        )
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
    """Give all definitions of a module symbol ids; a synthesized function gets the id of a member of its scope."""
    entry_by_key = _entry_by_key(names)

    def symbol_of(key: str) -> EngineSymbol:
        chain = _scope_chain(key, entry_by_key)
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
        {key: symbol_of(key) for key in names.function_definitions},
        {int(class_id): symbol_of(_class_key(int(class_id))) for class_id in names.class_definitions},
    )


def _scope_chain(key: str, entry_by_key: dict[str, NameEntry]) -> list[str]:
    """Return the keys of the enclosing scopes of a definition, the outermost first, and its own."""
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

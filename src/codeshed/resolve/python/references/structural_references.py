"""Types, pytest fixtures, imports and exports as references.

Turns: TypeSites, ImportSites, FixtureUses and `__all__` → References.
"""

from collections import defaultdict

from codeshed.model.semantic import ReferenceRole
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.resolve.python.fixtures.fixture_lookup import NO_PARAMETER
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.names.annotation_types import alias_symbol
from codeshed.resolve.python.names.module_resolution import MissingModule, NamespacePackage
from codeshed.resolve.python.names.sites import ImportSite, TypeSite
from codeshed.resolve.python.names.static_names import Referent, ReferentKind
from codeshed.resolve.python.references.reference_writer import ReferenceWriter
from codeshed.resolve.resolution_evidence import DECLARED, inferred_among


class StructuralReferences:
    """Writes the imports, exports and type uses of one file."""

    def __init__(
        self,
        state: FlowState,
        variables: VariableSymbols,
        writer: ReferenceWriter,
    ) -> None:
        self._state = state
        self._variables = variables
        self._writer = writer

    def _symbol(self, referent: Referent) -> str | None:
        program = self._state.program
        match referent.kind:
            case ReferentKind.FUNCTION:
                return program.functions[referent.number].symbol
            case ReferentKind.CLASS:
                return program.classes[referent.number].symbol
            case ReferentKind.MODULE:
                return program.files[referent.number].path
            case ReferentKind.EXTERNAL:
                return f"{EXTERNAL_PREFIX}{referent.name}"
            case _:
                return None

    def write_type_use(self, site: TypeSite) -> None:
        """Write the use of a type in an annotation; an alias or type variable is used as such."""
        position = (site.expression.begin, site.expression.end)
        owner = self._writer.symbol_of_scope(site.owner)
        assigned = self._state.assigned_types.find(site.scope, site.expression)
        if assigned is not None and assigned.symbol is not None:
            self._writer.add(owner, ReferenceRole.USE, assigned.symbol, position, DECLARED)
            return
        for referent in self._state.static.resolve(site.scope, site.expression):
            symbol = self._type_symbol(referent)
            if symbol is not None:
                self._writer.add(owner, ReferenceRole.USE, symbol, position, DECLARED)

    def _type_symbol(self, referent: Referent) -> str | None:
        if referent.kind is ReferentKind.ALIAS:
            return alias_symbol(self._state.program, referent)
        is_type = referent.kind in {ReferentKind.CLASS, ReferentKind.EXTERNAL}
        return self._symbol(referent) if is_type else None

    def write_import(self, site: ImportSite) -> None:
        """Write an import, which belongs to the module wherever it occurs."""
        statement = site.statement
        program = self._state.program
        position = (statement.begin, statement.end)
        path = program.files[self._writer.file].path
        target = program.import_target(self._writer.file, statement)
        is_missing = isinstance(target, MissingModule)
        if is_missing or self._state.static.is_missing_submodule(target, statement):
            self._writer.write_missing_import(position)
        if isinstance(target, MissingModule):
            return
        symbols: tuple[str, ...]
        if target is None:
            is_whole = statement.name in {None, "*"}
            name = statement.module if is_whole else f"{statement.module}.{statement.name}"
            symbols = (f"{EXTERNAL_PREFIX}{name}",)
        else:
            symbols = tuple(self._imported_symbols(statement.name, target))
        for symbol in symbols:
            self._writer.add(
                path,
                ReferenceRole.IMPORT,
                symbol,
                position,
                DECLARED,
                is_type_only=statement.is_for_types,
            )

    def _imported_symbols(self, name: str | None, target: "int | NamespacePackage") -> dict[str, None]:
        found: dict[str, None] = {}
        if isinstance(target, int):
            found[self._state.program.files[target].path] = None
        if name is None or name == "*":
            return found
        if isinstance(target, NamespacePackage):
            owner = Referent(ReferentKind.FOLDER, name=target.path)
        else:
            owner = Referent(ReferentKind.MODULE, number=target)
            variable = self._variables.module_variable(target, name)
            if variable is not None:
                found[variable] = None
        for referent in self._state.static.resolve_member(owner, name):
            symbol = self._symbol(referent)
            if symbol is not None and referent.kind is not ReferentKind.EXTERNAL:
                found[symbol] = None
        return found

    def write_fixtures(self) -> None:
        """Write that tests and fixtures call the fixtures which provide their parameters, at the parameter.

        Fixtures that run without a parameter are called at the name of the test.
        """
        functions = self._state.program.functions
        providers: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for use in self._state.tables.fixtures_of(self._writer.file):
            providers[use.consumer, use.parameter].append(use.provider)
        for (consumer, index), found in providers.items():
            function = functions[consumer]
            if index != NO_PARAMETER:
                begin, name = function.parameters[index].begin, function.parameters[index].name
            else:
                begin, name = (
                    (0 if function.definition is None else function.definition.name_begin),
                    function.name,
                )
            position = (begin, begin + len(name.encode()))
            owner, known = function.symbol, inferred_among(1 if index == NO_PARAMETER else len(found))
            for provider in found:
                self._writer.add(owner, ReferenceRole.CALL, functions[provider].symbol, position, known)

    def write_exports(self) -> None:
        """Write what `__all__` names."""
        file = self._writer.file
        module = self._state.program.files[file]
        for name in sorted(self._state.names.declared_exports(file) or ()):
            found = dict.fromkeys(filter(None, [self._variables.module_variable(file, name)]))
            for referent in self._state.static.resolve_member(
                Referent(ReferentKind.MODULE, number=file), name
            ):
                if referent.kind in {ReferentKind.FUNCTION, ReferentKind.CLASS}:
                    found[self._symbol(referent) or ""] = None
            for symbol in found:
                self._writer.add(module.path, ReferenceRole.EXPORT, symbol, (0, 0), DECLARED)

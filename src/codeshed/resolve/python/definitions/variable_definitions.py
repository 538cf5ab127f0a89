"""The variables and fields of a file as definitions, and the types that calls create.

Turns: VariableSymbols → Definitions.
"""

from codeshed.model.facts.python_facts import Literal
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Mutability,
    TypeKind,
    TypeSource,
    VariableKind,
)
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.definitions.annotated_documentation import annotated_documentation
from codeshed.resolve.python.definitions.definition_context import DefinitionContext
from codeshed.resolve.python.definitions.initial_values import (
    StoreSite,
    stored_attribute,
    stored_fields,
    stored_names,
)
from codeshed.resolve.python.definitions.mutability import (
    declared_mutability,
    is_bare_qualifier,
    is_final,
    mutability_of_value,
    n_first_writes,
)
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.names.assigned_types import AssignedTypeKind
from codeshed.resolve.python.names.sites import FileSites
from codeshed.resolve.python.references.reference_writer import FileReferences

_CONSTANT_TYPES = frozenset({"bool", "bytes", "complex", "float", "int", "str", "None"})


class VariableDefinitions:
    """Defines the variables of one file."""

    def __init__(
        self,
        context: DefinitionContext,
        variables: VariableSymbols,
        references: FileReferences,
        sites: FileSites,
    ) -> None:
        self._context = context
        self._variables = variables
        self._references = references
        self.n_first_writes: dict[tuple[str, tuple[int, int, int, int]], int] = {}
        """Of variables that more writes make mutable, with positions: how many give them their value."""
        self._sites = sites

    def define_scope_variables(self) -> list[Definition]:
        """Return the variables of the module and of class bodies."""
        first = self._context.module.first_scope
        scopes = range(first, first + len(self._context.facts.scopes))
        names_by_scope = {scope: self._variables.names_of(scope) for scope in scopes}
        return [
            definition
            for scope, names in names_by_scope.items()
            if names
            for definition in self._of_scope(scope, names)
        ]

    def _of_scope(self, scope: int, names: tuple[str, ...]) -> list[Definition]:
        stored = stored_names(self._context, scope)
        documented = dict(self._context.program.scopes[scope].documented_names)
        return [
            self._variable(
                scope, name, stored.get(name) or self._find_in_sites(scope, name), documented.get(name)
            )
            for name in names
        ]

    def _find_in_sites(self, scope: int, name: str) -> StoreSite:
        """Return where a walrus, a pattern or an except clause binds a name."""
        for site in self._sites.names:
            if (
                site.name.name == name
                and self._context.state.names.find_binding_scope(site.scope, name) == scope
            ):
                return StoreSite(scope, site.name.begin, site.name.end)
        begin = self._context.program.scopes[scope].begin
        return StoreSite(scope, begin, begin)

    def _variable(self, scope: int, name: str, storage: StoreSite, documentation: str | None) -> Definition:
        context = self._context
        enclosing = context.program.scope_symbol[scope]
        symbol = member_symbol(enclosing, name)
        owner = context.program.class_of_scope.get(scope)
        details = self._type_details(scope, name)
        kind = DefinitionKind.TYPE
        if details is None:
            kind = DefinitionKind.VARIABLE
            details = self._details(symbol, name, storage, owner)
        return Definition(
            symbol_id=symbol,
            name=name,
            kind=kind,
            span=context.span(storage.begin, storage.end),
            documentation=documentation or annotated_documentation(storage.annotation),
            enclosing_symbol=enclosing,
            visibility=context.visibility(name, enclosing),
            details=details,
        )

    def _details(self, symbol: str, name: str, storage: StoreSite, owner: int | None) -> DefinitionDetails:
        context = self._context
        type_id, source = self._type_of(name, storage, owner)
        declared = declared_mutability(context, storage, owner)
        n_writes = n_first_writes(context, storage, declared, owner)
        if n_writes is not None:
            self.n_first_writes[symbol, context.span(storage.begin, storage.end).sort_key()] = n_writes
        return DefinitionDetails(
            var_type=type_id,
            type_source=source,
            mutability=declared or mutability_of_value(context, name, storage, owner),
            variable_kind=VariableKind.GLOBAL if owner is None else VariableKind.CLASS_FIELD,
            is_final=is_final(context, storage) or None,
        )

    def _type_of(
        self, name: str, storage: StoreSite, owner: int | None
    ) -> tuple[str | None, TypeSource | None]:
        """Return the declared type of a variable or field, or else the inferred one, and which of both it is.

        `Final` alone declares none: `MAX: Final = 3` is an int.
        """
        context, annotation = self._context, storage.annotation
        if annotation is not None and not is_bare_qualifier(context, storage):
            declared = context.types.type_id_of(storage.scope, annotation)
            return declared, None if declared is None else TypeSource.ANNOTATION
        value = storage.value
        if annotation is not None and isinstance(value, Literal) and value.type_name in _CONSTANT_TYPES:
            return value.type_name, TypeSource.INFERRED
        inferred = (
            context.inferred.of_variable(name)
            if owner is None
            else context.inferred.of_field(context.program.classes[owner].definition.name_begin, name)
        )
        return inferred, None if inferred is None else TypeSource.INFERRED

    def _type_details(self, scope: int, name: str) -> DefinitionDetails | None:
        """Return the details of a variable that is a type: an alias, or a type created by a call."""
        types = self._context.types
        assigned = types.assigned.of_name(scope, name)
        if assigned is None:
            factory = self._variables.type_factory_of(scope, name)
            return None if factory is None else _made_type(factory)
        match assigned.kind:
            case AssignedTypeKind.ALIAS | AssignedTypeKind.NEW_TYPE:
                value = assigned.stands_for
                bound = None if value is None else types.type_id_of(scope, value)
                return DefinitionDetails(type_kind=TypeKind.TYPE_ALIAS, bound=bound)
            case AssignedTypeKind.TYPE_VARIABLE:
                constraints = [types.type_id_of(scope, each) for each in assigned.constraints]
                bound = None if assigned.bound is None else types.type_id_of(scope, assigned.bound)
                return DefinitionDetails(
                    type_kind=TypeKind.TYPE_VAR,
                    bound=bound,
                    constraints=tuple(each for each in constraints if each is not None) or None,
                )
            case AssignedTypeKind.OTHER:
                return _made_type(assigned.factory)

    def define_fields(self, numbers: tuple[int, ...]) -> list[Definition]:
        """Return the fields that methods declare, and outer fields."""
        found = []
        for number in numbers:
            each = self._context.program.classes[number]
            stored = stored_fields(self._context, each.scope)
            names = [name for name in self._variables.own_fields(number) if name in stored]
            found += [self._field(number, name, stored[name]) for name in names]
            for name, site in sorted(self._variables.outer_fields(number).items()):
                storage = StoreSite(site.scope, site.member.begin, site.member.end)
                if self._context.program.scope_parent[site.scope] == each.scope:
                    # `__new__` makes an object before anyone else has it: its value is the first one.
                    storage = stored_attribute(self._context, storage, site.member)
                found.append(self._field(number, name, storage))
        return found

    def _field(self, number: int, name: str, storage: StoreSite) -> Definition:
        context = self._context
        enclosing = context.program.classes[number].symbol
        symbol = member_symbol(enclosing, name)
        documented = dict(context.program.scopes[storage.scope].documented_names)
        text = next((text for target, text in documented.items() if target.endswith(f".{name}")), None)
        return Definition(
            symbol_id=symbol,
            name=name,
            kind=DefinitionKind.VARIABLE,
            span=context.span(storage.begin, storage.end),
            documentation=text or annotated_documentation(storage.annotation),
            enclosing_symbol=enclosing,
            visibility=context.visibility(name, enclosing),
            details=self._details(symbol, name, storage, number),
        )

    def define_locals(self) -> list[Definition]:
        """Return the locals that references name, without parameters: these belong to their functions."""
        context = self._context
        found = []
        for symbol, (begin, end) in sorted(self._references.places_by_local.items()):
            owner, _, name = symbol.rpartition(".")
            if not self._is_parameter(owner, name):
                found.append(
                    Definition(
                        symbol_id=symbol,
                        name=name,
                        kind=DefinitionKind.VARIABLE,
                        span=context.span(begin, end),
                        enclosing_symbol=owner,
                        details=DefinitionDetails(
                            variable_kind=VariableKind.LOCAL, mutability=Mutability.MUTABLE
                        ),
                    )
                )
        return found

    def _is_parameter(self, owner: str, name: str) -> bool:
        number = self._context.program.find_function(owner)
        if number is None:
            return False
        return any(parameter.name == name for parameter in self._context.program.functions[number].parameters)


def _made_type(factory: str) -> DefinitionDetails:
    return DefinitionDetails(type_kind=TypeKind.ENUM if factory.startswith("enum.") else TypeKind.STRUCT)

"""The values of variables and locals.

Turns: Values that names mean → Values of reading them: by declared types, else by what variables are initialised with.
"""

from codeshed.model.code_expressions import LOADED, CodeExpression, NameExpr
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeLocal
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.members.inherited_parameters import InheritedParameters
from codeshed.resolve.generic.resolver_context import Ground, ReadValue
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.values.return_values import Results
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Meaning,
    Meanings,
    Outside,
    Place,
    Record,
    Sureness,
    Unknown,
    is_unwritten,
    less_sure,
    place_of,
)


class HeldValues:
    """Evaluates variables."""

    def __init__(self, context: Ground, types: WrittenTypes, results: Results, read_value: ReadValue) -> None:
        self._program = context.program
        self._file = context.file
        self._cache = context.recall
        self._names = context.names
        self._generics = context.generics
        self._signatures = context.signatures
        self._language_names = context.language_names
        self._external_types = context.outside_types
        self._types = types
        self._results = results
        self._read_value = read_value
        self._inherited = InheritedParameters(context, types)

    def values_of(self, values: Meanings) -> Meanings:
        """Replace variables and properties by their values; other functions and types stay as they are."""
        found: dict[Meaning, None] = {}
        for value in values:
            results: Meanings = NOTHING
            if isinstance(value, Defined):
                definition = self._program.definition(value.entity)
                if definition.kind is DefinitionKind.VARIABLE:
                    variable_value = self._variable_value(value.entity, definition)
                    results = self._generics.seen(variable_value, value.through, value.entity)
                elif self._is_called_by_name(definition):
                    results = self._results.result(value, (), place_of(value.entity, definition))
            elif isinstance(value, Outside) and self._file.customs.applied and not value.is_instance:
                external_types = self._external_types(self._file.path)
                declared = external_types.result(value.name, value.arguments)
                results = (
                    ()
                    if declared is None or isinstance(declared, Unknown)
                    else (less_sure(declared, value.sureness),)
                )
            is_object_literal = all(isinstance(each, Record) for each in results)
            found.update(dict.fromkeys((value, *results) if is_object_literal else results))
        return tuple(found)

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return the values of variables."""
        return self.values_of(tuple(map(Defined, variables)))

    def _is_called_by_name(self, definition: CodeDefinition) -> bool:
        modifiers = definition.modifiers
        needs_more = any(not each.list for each in definition.parameters)
        is_run = bool(self._file.customs.applied) and not needs_more
        return modifiers is not None and (modifiers.is_property or is_run)

    def _variable_value(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        return self._cache.ask(("value", entity), lambda: self._find_variable_value(entity, definition))

    def _find_variable_value(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        place = place_of(entity, definition)
        if definition.type is not None and not is_unwritten(definition.type):
            return self._types.typed(
                definition.type, place, lambda: self._initial_value(definition.value, place)
            )
        if _names_external_namesake(definition):
            return self._language_names.builtin(definition.name, place)
        if definition.value is None:
            return NOTHING
        inferred = self._read_value(definition.value, place)
        certainty = self.sureness_of(entity)
        return tuple(less_sure(each, certainty) for each in inferred)

    def sureness_of(self, variable: Entity) -> Sureness:
        """Return the certainty that a variable still holds its initial value; a variable for a required module always does."""
        value = self._program.definition(variable).value
        is_module = isinstance(value, NameExpr) and value.name.startswith(LOADED)
        return Sureness.DECLARED if is_module else Sureness.INFERRED

    def _initial_value(self, value: CodeExpression | None, place: Place) -> Meanings:
        """Return the value of an initialiser."""
        if value is None:
            return NOTHING
        return self._read_value(value, Place(place.path, place.definition, value.begin, head=place.head))

    def of_local(self, local: CodeLocal, place: Place) -> Meanings:
        """Return the values of a parameter or local variable."""
        inherited = self._inherited.of(local, place)
        if inherited:
            return inherited
        if local.type is not None and not is_unwritten(local.type):
            inside = Place(place.path, local.definition, local.begin)
            return self._types.typed(local.type, place, lambda: self._initial_value(local.value, inside))
        if local.value is None:
            return NOTHING
        if self._names_outer_variable(local, place):
            file_level = self._names.in_file(place, local.name) or self._language_names.builtin(
                local.name, place
            )
            return tuple(less_sure(each, Sureness.INFERRED) for each in self.values_of(file_level))
        found = self._read_value(local.value, Place(place.path, local.definition, local.value.begin))
        keeps_type = self._program.customs_at(place.path).do_locals_keep_types

        def certainty(value: Meaning) -> Sureness:
            """A typed local keeps its type, but it may hold another function later."""
            keeps = keeps_type and (local.is_constant or not self._signatures.is_function(value))
            return Sureness.TYPED if keeps else Sureness.INFERRED

        return tuple(less_sure(each, certainty(each)) for each in found)

    def _names_outer_variable(self, local: CodeLocal, place: Place) -> bool:
        """Whether a local is initialised with its own name, and that name means no earlier local: `local f = f`."""
        if not isinstance(local.value, NameExpr) or local.value.name != local.name:
            return False
        before = self._file.local(local.name, Place(place.path, local.definition, local.value.begin))
        return before is None or before.begin >= local.begin

    def read(self, values: Meanings, place: Place) -> Meanings:
        """Return the values of reading names: in a language where a bare name is a call, what the functions return."""
        if not self._program.customs_at(place.path).are_names_calls:
            return values
        found: dict[Meaning, None] = {}
        for each in values:
            found.update(
                dict.fromkeys(self._results.result(each, (), place) if self._is_call(each) else (each,))
            )
        return tuple(found)

    def _is_call(self, value: Meaning) -> bool:
        """Whether a bare name is a call: that of a function, and of an external name that may be one."""
        if isinstance(value, Outside):
            return not value.is_instance and value.name.rpartition(".")[2][:1].islower()
        return self._signatures.is_function(value)


def _names_external_namesake(definition: CodeDefinition) -> bool:
    """Whether a variable is initialised with the external thing of its name, as in `local type = type` in Lua."""
    is_member = definition.owner is not None or definition.parent != TOP_LEVEL
    value = definition.value
    return not is_member and isinstance(value, NameExpr) and value.name == definition.name

"""What variables and locals hold.

Turns: Meanings of names → Meanings of what reading them gives: by declared types, else by what they are first given.
"""

from codeshed.model.code_expressions import LOADED, CodeExpression, NameExpr
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeLocal
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.entity import Entity
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
    """Finds out what is held under names."""

    def __init__(self, ground: Ground, types: WrittenTypes, results: Results, read_value: ReadValue) -> None:
        self._program = ground.program
        self._file = ground.file
        self._recall = ground.recall
        self._names = ground.names
        self._generics = ground.generics
        self._signatures = ground.signatures
        self._language_names = ground.language_names
        self._outside_types = ground.outside_types
        self._types = types
        self._results = results
        self._read_value = read_value
        self._inherited = InheritedParameters(ground, types)

    def values_of(self, meanings: Meanings) -> Meanings:
        """Return what definitions hold: of a variable or property its value, of another function or type itself."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            seen: Meanings = NOTHING
            if isinstance(meaning, Defined):
                definition = self._program.definition(meaning.entity)
                if definition.kind is DefinitionKind.VARIABLE:
                    held = self._variable_value(meaning.entity, definition)
                    seen = self._generics.seen(held, meaning.through, meaning.entity)
                elif self._is_called_by_name(definition):
                    seen = self._results.result(meaning, (), place_of(meaning.entity, definition))
            elif isinstance(meaning, Outside) and self._file.customs.applied and not meaning.is_instance:
                outside = self._outside_types(self._file.path)
                known = outside.result(meaning.name, meaning.arguments)
                seen = (
                    ()
                    if known is None or isinstance(known, Unknown)
                    else (less_sure(known, meaning.sureness),)
                )
            is_written_out = all(isinstance(each, Record) for each in seen)
            found.update(dict.fromkeys((meaning, *seen) if is_written_out else seen))
        return tuple(found)

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return what variables hold."""
        return self.values_of(tuple(map(Defined, variables)))

    def _is_called_by_name(self, definition: CodeDefinition) -> bool:
        modifiers = definition.modifiers
        needs_more = any(not each.list for each in definition.parameters)
        is_run = bool(self._file.customs.applied) and not needs_more
        return modifiers is not None and (modifiers.is_property or is_run)

    def _variable_value(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        return self._recall.ask(("value", entity), lambda: self._find_variable_value(entity, definition))

    def _find_variable_value(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        place = place_of(entity, definition)
        if definition.type is not None and not is_unwritten(definition.type):
            return self._types.typed(definition.type, place, lambda: self._given(definition.value, place))
        if _names_itself(definition):
            return self._language_names.builtin(definition.name, place)
        if definition.value is None:
            return NOTHING
        inferred = self._read_value(definition.value, place)
        sureness = self.sureness_of(entity)
        return tuple(less_sure(each, sureness) for each in inferred)

    def sureness_of(self, variable: Entity) -> Sureness:
        """Return how sure it is that a variable holds what it is first given: a module is it, as for a name that imports it."""
        value = self._program.definition(variable).value
        is_module = isinstance(value, NameExpr) and value.name.startswith(LOADED)
        return Sureness.DECLARED if is_module else Sureness.INFERRED

    def _given(self, value: CodeExpression | None, place: Place) -> Meanings:
        """Return what something is first given."""
        if value is None:
            return NOTHING
        return self._read_value(value, Place(place.path, place.definition, value.begin, head=place.head))

    def of_local(self, local: CodeLocal, place: Place) -> Meanings:
        """Return what a parameter or local variable holds."""
        inherited = self._inherited.of(local, place)
        if inherited:
            return inherited
        if local.type is not None and not is_unwritten(local.type):
            within = Place(place.path, local.definition, local.begin)
            return self._types.typed(local.type, place, lambda: self._given(local.value, within))
        if local.value is None:
            return NOTHING
        if self._is_of_file(local, place):
            outer = self._names.in_file(place, local.name) or self._language_names.builtin(local.name, place)
            return tuple(less_sure(each, Sureness.INFERRED) for each in self.values_of(outer))
        found = self._read_value(local.value, Place(place.path, local.definition, local.value.begin))
        keeps_type = self._program.customs_at(place.path).do_locals_keep_types

        def sureness(meaning: Meaning) -> Sureness:
            """Its type stays, but it may be another function later."""
            keeps = keeps_type and (local.is_constant or not self._signatures.is_function(meaning))
            return Sureness.TYPED if keeps else Sureness.INFERRED

        return tuple(less_sure(each, sureness(each)) for each in found)

    def _is_of_file(self, local: CodeLocal, place: Place) -> bool:
        """Whether a local is given what has its own name, and no local before it has that name."""
        if not isinstance(local.value, NameExpr) or local.value.name != local.name:
            return False
        before = self._file.local(local.name, Place(place.path, local.definition, local.value.begin))
        return before is None or before.begin >= local.begin

    def read(self, meanings: Meanings, place: Place) -> Meanings:
        """Return what reading a name gives: where that is a call, what functions return."""
        if not self._program.customs_at(place.path).are_names_calls:
            return meanings
        found: dict[Meaning, None] = {}
        for each in meanings:
            found.update(
                dict.fromkeys(self._results.result(each, (), place) if self._is_run(each) else (each,))
            )
        return tuple(found)

    def _is_run(self, meaning: Meaning) -> bool:
        """Whether the name of something is a call of it: that of a function, and of what may be one outside."""
        if isinstance(meaning, Outside):
            return not meaning.is_instance and meaning.name.rpartition(".")[2][:1].islower()
        return self._signatures.is_function(meaning)


def _names_itself(definition: CodeDefinition) -> bool:
    """Whether a variable of a file is given what its name means outside, as in `local type = type`."""
    is_member = definition.owner is not None or definition.parent != TOP_LEVEL
    value = definition.value
    return not is_member and isinstance(value, NameExpr) and value.name == definition.name

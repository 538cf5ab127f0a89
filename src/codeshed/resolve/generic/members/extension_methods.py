"""Extension methods: functions that are called like methods of a type that does not declare them.

Turns: a receiver and a name → the functions of that name that are visible in a file and whose first parameter accepts it.
"""

import re
from collections.abc import Iterator
from typing import Protocol

from codeshed.model.facts.code_expressions import ARRAY, TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.names.namespaces import NamespaceTarget, NameTarget
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import (
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Place,
    SequenceValue,
    TypeVariable,
    Value,
    Values,
    least_certain,
)


class TypeEvaluator(Protocol):
    """What the evaluator of types offers."""

    generics: Generics

    def type_at(self, type_ref: TypeRef, place: Place) -> Values:
        """Return instances of a type that is written at a place."""

    def bounded(self, values: Values, n_bounds: int = 0) -> Values:
        """Return the values with type parameters replaced by their bounds."""


class ExtensionMethods:
    """Looks extension methods up."""

    def __init__(self, symbol_table: SymbolTable, types: TypeEvaluator) -> None:
        self._symbol_table = symbol_table
        self._types = types

    def find(self, receiver: Value, name: str, place: Place) -> Values:
        """Return the extension methods of a receiver that are visible at a place."""
        language = self._symbol_table.files[place.path].language
        certainty = least_certain(receiver.certainty, Certainty.TYPED)
        return tuple(
            DefinitionValue(each, least_certain(certainty, seen))
            for each, seen in self._visible(name, place).items()
            if self._accepts(each, receiver, language)
        )

    def find_candidates(self, receiver: Value, name: str, place: Place) -> tuple[DefinitionKey, ...]:
        """Return the functions that may extend a receiver, as the bases of its external type are not known."""
        rules = self._symbol_table.rules_at(place.path)
        unknown = [each for each in self._external_types(receiver) if _has_unknown_bases(each, rules)]
        return tuple(
            each
            for each in (self._visible(name, place) if unknown else ())
            if any(
                isinstance(wanted, External) and _may_be_base(wanted, one, rules)
                for wanted in self._types.bounded(self._receiver_type(each))
                for one in unknown
            )
        )

    def _external_types(self, receiver: Value) -> tuple[External, ...]:
        """Return the value if it is external; the external bases of an instance of the repository."""
        found = self._types.generics.bases(receiver) if isinstance(receiver, Instance) else (receiver,)
        return tuple(each for each in found if isinstance(each, External))

    def _visible(self, name: str, place: Place) -> dict[DefinitionKey, Certainty]:
        """Return the visible extension methods of a name, with the certainty of their visibility."""
        extensions = self._symbol_table.find_extension_methods(
            self._symbol_table.files[place.path].language, name
        )
        if not extensions:
            return {}
        visible = dict(sorted(self._visible_namespaces(place), key=lambda each: each[1], reverse=True))
        certainties = (
            (each, [visible[one] for one in self._namespaces_of(each) if one in visible])
            for each in extensions
        )
        return {each: min(found) for each, found in certainties if found}

    def _visible_namespaces(self, place: Place) -> Iterator[tuple[str, Certainty]]:
        """Yield the namespaces and types whose extension methods are visible at a place, each with its certainty."""
        view = self._symbol_table.files[place.path]
        enclosing = (
            ""
            if place.definition == TOP_LEVEL
            else view.namespace_of(view.facts.definitions[place.definition])
        )
        while enclosing:
            yield enclosing, Certainty.DECLARED
            enclosing = enclosing.rpartition(".")[0]
        for space in view.visible_namespaces:
            yield space, Certainty.DECLARED
            for each in self._symbol_table.reexported_namespaces(space):
                yield each, Certainty.DECLARED
        for binding in (each.binding for each in view.wildcard_imports):
            certainty = Certainty.INFERRED if binding.is_conditional else Certainty.DECLARED
            for target in binding.targets:
                if isinstance(target, NamespaceTarget):
                    yield target.namespace, certainty
                elif isinstance(target, NameTarget):
                    yield f"{target.namespace}.{target.name}", certainty

    def _namespaces_of(self, function: DefinitionKey) -> frozenset[str]:
        """Return the namespace of the type that declares a function, and that type as a namespace."""
        definitions = self._symbol_table.files[function.path].facts.definitions
        outer = definitions[function.number]
        while outer.parent != TOP_LEVEL:
            outer = definitions[outer.parent]
        space = self._symbol_table.files[function.path].namespace_of(outer)
        return frozenset({space, f"{space}.{outer.name}"})

    def _accepts(self, function: DefinitionKey, receiver: Value, language: str) -> bool:
        """Whether the first parameter of a function accepts the receiver."""
        return any(self._is_assignable(receiver, each, language) for each in self._receiver_type(function))

    def _receiver_type(self, function: DefinitionKey) -> Values:
        """Return the declared type of the first parameter."""
        definition = self._symbol_table.definition(function)
        if definition.extended_type is None:
            return ()
        return self._types.type_at(
            definition.extended_type, Place(function.path, function.number, definition.begin)
        )

    def _is_assignable(self, receiver: Value, declared: Value, language: str) -> bool:
        match declared:
            case TypeVariable():
                bounds = self._types.bounded((declared,))
                roots = {root.name for root in self._symbol_table.rules_by_language[language].implicit_bases}
                return all(
                    (isinstance(each, External) and each.name in roots)
                    or self._is_assignable(receiver, each, language)
                    for each in bounds
                )
            case Instance(entity=entity):
                return isinstance(receiver, Instance) and (
                    self._symbol_table.parts(receiver.entity)[0] == self._symbol_table.parts(entity)[0]
                    or self._types.generics.as_base(receiver, entity) is not None
                )
            case External(name=name):
                return self._is_assignable_to_external(
                    receiver, name, language
                ) and self._are_elements_compatible(receiver, declared, language)
            case SequenceValue():
                return isinstance(receiver, SequenceValue)
            case _:
                return False

    def _are_elements_compatible(self, receiver: Value, declared: External, language: str) -> bool:
        """Whether the element types are compatible, as far as both are known."""
        item, wanted = _element(receiver), _element(declared)
        match item, wanted:
            case Instance(), Instance():
                return (
                    self._symbol_table.parts(item.entity)[0] == self._symbol_table.parts(wanted.entity)[0]
                    or self._types.generics.as_base(item, wanted.entity) is not None
                )
            case (Instance(), External(name=name)) | (External(name=name), Instance()):
                rules = self._symbol_table.rules_by_language[language]
                is_of_all = name in {root.name for root in rules.implicit_bases}
                return is_of_all or not (name in rules.primitives or name in rules.builtins)
            case _:
                return True

    def _is_assignable_to_external(self, receiver: Value, name: str, language: str) -> bool:
        rules = self._symbol_table.rules_by_language[language]
        last_name = _last_name(name)
        if name in {root.name for root in rules.implicit_bases if not root.kinds}:
            return True
        names: set[str] = set()
        if isinstance(receiver, SequenceValue):
            names.add(ARRAY)
        elif isinstance(receiver, External):
            names.add(_last_name(receiver.name))
        elif isinstance(receiver, Instance):
            bases = self._types.generics.bases(receiver)
            names.update(_last_name(each.name) for each in bases if isinstance(each, External))
        return any(each == last_name or last_name in rules.known_bases.get(each, ()) for each in names)


def _element(value: Value) -> Value | None:
    """Return the only element type or type argument of a value."""
    match value:
        case SequenceValue(items=(item,)) | External(arguments=(item,)):
            return item
        case _:
            return None


def _has_unknown_bases(value: External, rules: LanguageRules) -> bool:
    """Whether not all bases of an external type are known; the value of a member may be of any type."""
    is_known = value.name in rules.primitives or _last_name(value.name) in rules.known_bases
    return not (is_known and value.is_instance)


def _may_be_base(base: External, value: External, rules: LanguageRules) -> bool:
    """Whether an external type may have another one as its base: not a primitive; of an interface, only an interface."""
    pattern = rules.interface_name_pattern
    is_interface = value.is_instance and re.fullmatch(pattern, _last_name(value.name)) is not None
    return base.name not in rules.primitives and not (
        is_interface and re.fullmatch(pattern, _last_name(base.name)) is None
    )


def _last_name(name: str) -> str:
    return name.rpartition(".")[2]

"""Selects the callee among several functions of one name, or the constructor of a type.

Turns: the functions that a name means, or the instances that `new` creates → the ReferenceResolution of the call.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import CastExpr, MemberExpr, NewExpr, TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeReference
from codeshed.model.languages.language import may_mean
from codeshed.model.semantic import TypeKind, UnresolvedReason
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.resolution_outcome import ReferenceResolution, resolve_among, resolve_to
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import (
    Certainty,
    External,
    Instance,
    Namespace,
    Place,
    TypeVariable,
    Value,
    Values,
    declaration_place,
    least_certain,
)


class CalleeSelection:
    """Selects functions and constructors."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator

    def select_callee(
        self, functions: tuple[DefinitionKey, ...], certainty: Certainty, reference: CodeReference
    ) -> ReferenceResolution:
        """Select among functions of one name: by number, names and types of arguments, then those that have a body."""
        functions = self._inherent_first(self.filter_built_together(functions), reference)
        if any(self._symbol_table.definition(each).is_reassigned for each in functions):
            certainty = Certainty.INFERRED
        n_types = len(reference.type_arguments)
        functions = (
            tuple(
                each for each in functions if self._evaluator.signatures.accepts_type_arguments(each, n_types)
            )
            or functions
        )
        named = (
            each
            for each in functions
            if self._evaluator.signatures.accepts_keywords(each, reference.keyword_names)
        )
        functions = tuple(named) or functions
        applicable = tuple(
            each
            for each in functions
            if self._evaluator.signatures.accepts_count(each, reference.argument_count)
        )
        if not applicable:
            applicable = functions
            has_separate_bodies = self._symbol_table.rules_at(functions[0].path).has_separate_declarations
            certainty = Certainty.INFERRED if has_separate_bodies else certainty
        has_overloads = any(map(self._evaluator.signatures.has_overloads, applicable))
        is_distinguishable = self._are_distinguishable(applicable, reference) or (
            has_overloads and reference.argument_count == 0
        )
        if len(applicable) > 1 and is_distinguishable:
            place = self._evaluator.file.place_of(reference)
            selected = self._evaluator.overloads.select(applicable, reference.arguments, place)
            certainty = least_certain(certainty, Certainty.TYPED) if len(selected) == 1 else certainty
            applicable = selected
        bodies = self._defined_with_body(applicable, functions, reference)
        return resolve_to(bodies, certainty) if len(bodies) == 1 else resolve_among(bodies)

    def _inherent_first(
        self, functions: tuple[DefinitionKey, ...], reference: CodeReference
    ) -> tuple[DefinitionKey, ...]:
        """Prefer inherent methods to those from traits, as Rust does; of `<A as B>::run`, those of trait B."""
        if len(functions) <= 1 or not self._symbol_table.rules_at(functions[0].path).has_traits:
            return functions
        if len(set(map(self._evaluator.members.owner_of, functions))) > 1:
            return functions
        expression = reference.expression
        seen = expression.value if isinstance(expression, MemberExpr) else expression
        trait = seen.type_ref.name if isinstance(seen, CastExpr) else ""
        found = tuple(each for each in functions if self._is_of_trait(each, trait))
        return found or functions

    def _is_of_trait(self, method: DefinitionKey, trait: str) -> bool:
        """Whether a method is in an `impl` of a trait of that last name, or in one of no trait if the name is empty."""
        written = [each.name.rpartition(".")[2] for each in self._symbol_table.definition(method).implements]
        return trait.rpartition(".")[2] in (written or [""])

    def filter_built_together(self, entities: tuple[DefinitionKey, ...]) -> tuple[DefinitionKey, ...]:
        """Keep definitions that some build includes with the current file (build tags, `cfg`); all of them if none."""
        path = self._evaluator.file.path
        paths = self._symbol_table.keep_built_together(path, (each.path for each in entities))
        return tuple(each for each in entities if each.path in paths)

    def resolve_name(self, entities: tuple[DefinitionKey, ...], certainty: Certainty) -> ReferenceResolution:
        """Resolve a name that is not called: to one definition, or to one of the variables that several files define."""
        definitions = tuple(
            dict.fromkeys(map(self.definition_of_variable, self.filter_built_together(entities)))
        )
        is_one_per_file = len({each.path for each in definitions}) == len(definitions) > 1
        if is_one_per_file and all(map(self._is_whole_variable, definitions)):
            return resolve_among(definitions)
        return resolve_to(definitions[:1], certainty)

    def _is_whole_variable(self, entity: DefinitionKey) -> bool:
        return (
            self._symbol_table.is_variable(entity) and self._symbol_table.definition(entity).modifiers is None
        )

    def _defined_with_body(
        self,
        applicable: tuple[DefinitionKey, ...],
        functions: tuple[DefinitionKey, ...],
        reference: CodeReference,
    ) -> tuple[DefinitionKey, ...]:
        """Return the functions that run when these are called: definitions with a body in place of mere declarations."""
        if any(self._symbol_table.rules_at(each.path).has_separate_declarations for each in applicable):
            return self._bodies_by_signature(applicable, functions)
        is_distinguishable = self._are_distinguishable(applicable, reference)
        bodies = applicable if is_distinguishable else tuple(filter(self._is_runnable, applicable))
        return (
            bodies
            or self._bodies_with_as_many_parameters(applicable, functions)
            or self._bodies_elsewhere(applicable[0])
            or applicable
        )

    def _are_distinguishable(self, functions: tuple[DefinitionKey, ...], reference: CodeReference) -> bool:
        """Whether argument types can distinguish functions: not if all are linked by name alone, as in C."""
        rules = (self._symbol_table.rules_at(each.path) for each in functions)
        return bool(reference.arguments) and any(
            each.has_separate_declarations or not each.linkage_namespace for each in rules
        )

    def _bodies_by_signature(
        self, applicable: tuple[DefinitionKey, ...], functions: tuple[DefinitionKey, ...]
    ) -> tuple[DefinitionKey, ...]:
        """Return for each signature the definitions with a body, or else its first declaration."""
        found: dict[DefinitionKey, None] = {}
        for signature in dict.fromkeys(map(self._signature, applicable)):
            overload = [each for each in functions if self._signature(each) == signature]
            others = self._bodies_elsewhere(overload[0])
            elsewhere = [each for each in others if self._signature(each) == signature]
            if len(overload) == len(functions) and len(others) == 1:
                elsewhere = [*others]
            bodies = (
                [*filter(self._has_body, overload)]
                or elsewhere
                or self._bodies_spelled_otherwise(overload[0], functions)
            )
            found.update(dict.fromkeys(bodies or overload[:1]))
        return tuple(found)

    def _bodies_spelled_otherwise(
        self, declaration: DefinitionKey, functions: tuple[DefinitionKey, ...]
    ) -> list[DefinitionKey]:
        """Return out-of-line bodies with as many parameters as a declaration, whose types are spelled differently."""
        declared = {
            self._signature(each) for each in functions if self._symbol_table.definition(each).owner is None
        }
        count = len(self._symbol_table.definition(declaration).parameters)
        return [
            each
            for each in functions
            if self._signature(each) not in declared
            and len(self._symbol_table.definition(each).parameters) == count
        ]

    def _signature(self, function: DefinitionKey) -> tuple[object, ...]:
        """Return the signature: the owner of a function, and its parameter types as they are written, without qualifiers."""
        parameters = (
            ("" if each.type is None else _unqualified(each.type), each.is_pointer)
            for each in self._symbol_table.definition(function).parameters
        )
        return self._evaluator.members.owner_of(function), *parameters

    def _bodies_with_as_many_parameters(
        self, declarations: tuple[DefinitionKey, ...], functions: tuple[DefinitionKey, ...]
    ) -> tuple[DefinitionKey, ...]:
        """Return the functions with a body and as many parameters; only a declaration says which have defaults."""
        counts = {len(self._symbol_table.definition(each).parameters) for each in declarations}
        return tuple(
            each
            for each in functions
            if self._has_body(each) and len(self._symbol_table.definition(each).parameters) in counts
        )

    def _bodies_elsewhere(self, declaration: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return the definitions in the same namespace as a declaration without a body."""
        definition = self._symbol_table.definition(declaration)
        if definition.parent != TOP_LEVEL or definition.owner is not None:
            return ()
        space = self._symbol_table.files[declaration.path].namespace_of(definition)
        found = tuple(filter(self._has_body, self._symbol_table.find_definitions(space, definition.name)))
        language = self._symbol_table.files[declaration.path].language
        return found or tuple(
            each
            for each in self._symbol_table.find_methods(language, definition.name)
            if self._has_body(each) and self.qualifying_namespace(each) == space
        )

    def qualifying_namespace(self, member: DefinitionKey) -> str:
        """Return the namespace that qualifies a definition outside of it, `geo` of `geo::area`; empty if that is a type."""
        owner = self._symbol_table.definition(member).owner
        if owner is None or member in self._evaluator.members.owner_by_member:
            return ""
        first, *rest = owner.name.split(".")
        names = self._evaluator.names
        found = names.resolve_at_top_level(Place(member.path, member.number, NO_OFFSET), first)
        for name in rest:
            spaces = (each.key for each in found if isinstance(each, Namespace))
            found = tuple(inner for space in spaces for inner in names.namespaces.resolve(space, name))
        return next((each.key for each in found if isinstance(each, Namespace)), "")

    def definition_of_variable(self, variable: DefinitionKey) -> DefinitionKey:
        """Return the definition of a variable that is only declared (`extern`), if its namespace has exactly one."""
        definition = self._symbol_table.definition(variable)
        modifiers = definition.modifiers
        if (
            not self._symbol_table.is_variable(variable)
            or modifiers is None
            or modifiers.has_body is not False
        ):
            return variable
        space = self._symbol_table.files[variable.path].namespace_of(definition)
        named = filter(
            self._symbol_table.is_variable, self._symbol_table.find_definitions(space, definition.name)
        )
        found = [each for each in named if self._symbol_table.definition(each).modifiers is None]
        return found[0] if len(found) == 1 else variable

    def resolve_construction(self, values: Values, reference: CodeReference) -> ReferenceResolution:
        """Resolve the creation of an instance: to its constructor, or to the type if that declares none."""
        if isinstance(reference.expression, NewExpr) and reference.expression.is_implicit:
            name = reference.expression.type_ref.name.rpartition(".")[2]
            return self._resolve_default_construction(values, reference, name)
        ordered = sorted(values, key=self._is_singleton)
        for value in ordered:
            if isinstance(value, Instance):
                if self._is_of_trait_user(value, reference):
                    continue
                constructors = self._evaluator.constructors.constructors_of(value.entity)
                is_named = value.certainty is Certainty.TYPED and not _has_type_of_other_value(reference)
                certainty = Certainty.DECLARED if is_named else value.certainty
                if any(
                    self._evaluator.members.is_inferred_member(value.entity, each) for each in constructors
                ):
                    certainty = Certainty.INFERRED
                if constructors and self._is_copy(value, reference):
                    return self._resolve_copy(constructors, value, reference)
                if constructors:
                    itself = DefinitionKey(self._evaluator.file.path, reference.definition)
                    others = tuple(
                        each for each in constructors if each != itself or self._symbol_table.is_type(each)
                    )
                    return self.select_callee(others or constructors, certainty, reference)
                return resolve_to((value.entity,), certainty)
            if isinstance(value, External):
                return ReferenceResolution(external=value.name)
        return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_TYPE)

    def _is_copy(self, instance: Instance, reference: CodeReference) -> bool:
        """Whether an instance is made from another one of its type: only a copy constructor can run."""
        if (
            not self._symbol_table.rules_at(instance.entity.path).has_injected_class_names
            or len(reference.arguments) != 1
        ):
            return False
        place = self._evaluator.file.place_of(reference)
        argument_values = self._evaluator.evaluate(reference.arguments[0], place)
        return (
            len(argument_values) == 1
            and isinstance(argument_values[0], Instance)
            and argument_values[0].entity == instance.entity
        )

    def _resolve_copy(
        self, constructors: tuple[DefinitionKey, ...], instance: Instance, reference: CodeReference
    ) -> ReferenceResolution:
        """Resolve a copy to the copy constructor, if the type declares one."""
        copy_constructors = tuple(
            each for each in constructors if self._is_copy_constructor(each, instance.entity)
        )
        return (
            self.select_callee(copy_constructors, Certainty.TYPED, reference)
            if copy_constructors
            else ReferenceResolution(is_only_read=True)
        )

    def _is_copy_constructor(self, constructor: DefinitionKey, owner: DefinitionKey) -> bool:
        """Whether a constructor takes an instance of its own type, or of a type parameter."""
        if not self._symbol_table.is_function(constructor):
            return False
        definition = self._symbol_table.definition(constructor)
        first = next(iter(definition.parameters), None)
        if first is None or first.type is None:
            return False
        place = Place(constructor.path, constructor.number, definition.begin)
        parameter_values = self._evaluator.type_at(first.type, place)
        return any(
            isinstance(each, TypeVariable) or (isinstance(each, Instance) and each.entity == owner)
            for each in parameter_values
        )

    def _resolve_default_construction(
        self, values: Values, reference: CodeReference, name: str
    ) -> ReferenceResolution:
        """Resolve the instance that a declaration creates: to the default constructor, if its type declares one."""
        types = [each for each in values if isinstance(each, Instance)]
        if len(types) != 1 or self._symbol_table.definition(types[0].entity).name != name:
            return ReferenceResolution(is_only_read=True)
        constructors = tuple(
            each
            for each in self._evaluator.constructors.constructors_of(types[0].entity)
            if self._symbol_table.is_function(each) and self._evaluator.signatures.accepts_count(each, 0)
        )
        return (
            self.select_callee(constructors, Certainty.DECLARED, reference)
            if constructors
            else ReferenceResolution(is_only_read=True)
        )

    def resolve_initializer(
        self, written: ReferenceResolution, reference: CodeReference
    ) -> ReferenceResolution:
        """Resolve an initialiser `field(…)`: a constructor runs if the field holds an object of the repository."""
        if len(written.entities) != 1:
            return written
        field = written.entities[0]
        definition = self._symbol_table.definition(field)
        if definition.type is None or _is_pointer(definition):
            return written
        place = declaration_place(field, definition)
        types = [
            each
            for each in self._evaluator.type_at(definition.type, place)
            if isinstance(each, Instance) and self._has_constructor(each.entity)
        ]
        resolution = (
            self.resolve_construction(tuple(types), reference) if len(types) == 1 else ReferenceResolution()
        )
        is_known = bool(resolution.entities or resolution.candidates)
        return replace(resolution, written=field) if is_known else written

    def _has_constructor(self, entity: DefinitionKey) -> bool:
        return any(map(self._symbol_table.is_function, self._evaluator.constructors.constructors_of(entity)))

    def methods_in_subtypes(self, name: str, place: Place) -> tuple[DefinitionKey, ...]:
        """Return the methods of a name in subtypes of the enclosing type: the receiver may be an instance of these.

        They are guesses, so those of tests and examples are none for source.
        """
        members = self._evaluator.members
        language, enclosing = self._symbol_table.files[place.path].language, members.enclosing_type(place)
        if enclosing is None or not self._symbol_table.rules_by_language[language].has_implicit_receiver:
            return ()
        return tuple(
            each
            for each, owner in self._methods_with_owners(name, place)
            if owner is not None and may_mean(place.path, each.path) and enclosing in members.ancestors(owner)
        )

    def _methods_with_owners(
        self, name: str, place: Place
    ) -> Iterator[tuple[DefinitionKey, DefinitionKey | None]]:
        """Yield the methods of a name that are static or not as the code at a place, each with its type."""
        for each in self._symbol_table.find_methods(self._symbol_table.files[place.path].language, name):
            if self._evaluator.static_members.is_callable_at(place, each):
                yield each, self._evaluator.members.owner_of(each)

    def resolve_super_of_prepended(self, name: str, place: Place) -> ReferenceResolution | None:
        """Resolve `super` in a prepended module: to the methods of the types that it is prepended to."""
        members = self._evaluator.members
        language, enclosing = self._symbol_table.files[place.path].language, members.enclosing_type(place)
        if enclosing is None or not self._symbol_table.rules_by_language[language].ignores_unknown_mixins:
            return None
        first = self._symbol_table.parts(enclosing)[0]
        methods = tuple(
            each
            for each, owner in self._methods_with_owners(name, place)
            if owner is not None
            and any(
                mixin.is_prepended
                and isinstance(value, Instance)
                and self._symbol_table.parts(value.entity)[0] == first
                for value, mixin in members.mixins(owner)
            )
        )
        if not methods:
            return None
        return resolve_to(methods, Certainty.INFERRED) if len(methods) == 1 else resolve_among(methods)

    def _is_of_trait_user(self, value: Instance, reference: CodeReference) -> bool:
        """Whether a trait creates an instance of the enclosing type: that is of whatever type uses the trait."""
        words = self._symbol_table.rules_at(value.entity.path).self_types
        is_own = isinstance(reference.expression, NewExpr) and reference.expression.type_ref.name in words
        return is_own and self._symbol_table.definition(value.entity).type_kind is TypeKind.INTERFACE

    def _is_singleton(self, value: Value) -> bool:
        return isinstance(value, Instance) and self._symbol_table.definition(value.entity).is_singleton

    def _is_runnable(self, entity: DefinitionKey) -> bool:
        """Whether a function has a body, or is an alias of one that has."""
        return self._has_body(entity) or self._evaluator.signatures.is_alias(entity)

    def _has_body(self, entity: DefinitionKey) -> bool:
        """Whether there is code to run: a type has it in its primary constructor."""
        modifiers = self._symbol_table.definition(entity).modifiers
        return self._symbol_table.is_type(entity) or (modifiers is not None and modifiers.has_body is True)


def _has_type_of_other_value(reference: CodeReference) -> bool:
    """Whether an instance is created of the type of another value, and not of a type that is written there."""
    return isinstance(reference.expression, NewExpr) and reference.expression.same_type_as is not None


def _is_pointer(variable: CodeDefinition) -> bool:
    """Whether a variable is declared as a pointer or reference."""
    before = variable.signature.rpartition(variable.name)[0].rstrip()
    return before.endswith(("*", "&", "const"))


def _unqualified(type_ref: TypeRef) -> str:
    """Return a type as it is written, without qualifiers."""
    inner = ",".join(map(_unqualified, type_ref.arguments))
    return f"{type_ref.name.rpartition('.')[2]}<{inner}>"

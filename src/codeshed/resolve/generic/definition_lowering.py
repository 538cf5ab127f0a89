"""Lowering of definitions: what a file defines, with its types as symbols.

Turns: a FileScope + the evaluator of its types → Definitions.
"""

from collections.abc import Callable, Iterator

from codeshed.model.facts.code_expressions import (
    ARRAY,
    FUNCTION_TYPE,
    INDEXED_TYPE,
    LITERAL_TYPE_QUOTE,
    OBJECT_TYPE,
    TUPLE,
    TYPE_GUARD,
    TYPE_OF,
    UNION,
    TypeRef,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    ParamDef,
    TypeKind,
    TypeParamDef,
    TypeSource,
    VariableKind,
)
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, member_symbol
from codeshed.resolve.generic.calls.callee_selection import CalleeSelection
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.callable_fields import CallableFields
from codeshed.resolve.generic.members.forward_declarations import complete_from_declaration
from codeshed.resolve.generic.members.invisible_overrides import InvisibleOverrides
from codeshed.resolve.generic.members.prepended_modules import PrependedModules
from codeshed.resolve.generic.mutability import VariableMutability
from codeshed.resolve.generic.symbol_kinds import is_member
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.trait_blocks import TraitBlocks
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import (
    DefinitionValue,
    External,
    Instance,
    Place,
    SequenceValue,
    TypeVariable,
    Value,
    declaration_place,
)

_NAMELESS = frozenset({"", FUNCTION_TYPE, OBJECT_TYPE, TYPE_OF})
"""Types without a name."""

_INSTANTIABLE = frozenset({TypeKind.CLASS, TypeKind.STRUCT})
"""Kinds of types that have instances unless a method is abstract."""


class DefinitionLowering:
    """Lowers the definitions of one file; `fields` knows which of its fields override methods."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        evaluator: Evaluator,
        file: ParsedCode,
        *,
        selection: CalleeSelection,
        fields: CallableFields,
        prepended: PrependedModules,
        span: Callable[[int, int], Span],
    ) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._selection = selection
        self._fields = fields
        self._span = span
        self._view = symbol_table.files[file.path]
        self._facts = file.facts
        self._apart = TraitBlocks(file.facts)
        self._prepended = prepended
        self._mutability = VariableMutability(symbol_table, evaluator)
        self._invisible_overrides = InvisibleOverrides(symbol_table, evaluator)
        self._primitives = symbol_table.rules_by_language[file.facts.language].primitives

    def lower_all(self) -> tuple[Definition, ...]:
        """Return all definitions, in the order of the facts."""
        return tuple(map(self._definition, range(len(self._facts.definitions))))

    def _definition(self, number: int) -> Definition:
        """Lower one definition."""
        view = self._view
        entity = DefinitionKey(view.path, number)
        written = self._fields.definition(number)
        definition = complete_from_declaration(self._symbol_table, self._evaluator.members, entity, written)
        place = Place(view.path, number, definition.begin)
        owner = None if definition.is_qualified else self._evaluator.members.owner_of(entity)
        around = self._enclosing_symbol(definition)
        return Definition(
            symbol_id=view.symbols[number],
            name=definition.own_name or definition.name,
            kind=definition.kind,
            span=self._span(definition.begin, definition.end),
            documentation=definition.documentation,
            enclosing_symbol=around if owner is None else self._symbol_table.symbol(owner),
            details=self._details(definition, place),
            signature=definition.signature or None,
            visibility=definition.visibility,
            complexity=definition.complexity if definition.kind is DefinitionKind.FUNCTION else None,
        )

    def _enclosing_symbol(self, definition: CodeDefinition) -> str:
        """Return the symbol that encloses a definition; of one with a qualified name, its qualifier if the file defines that."""
        view = self._view
        if definition.is_qualified:
            holder = member_symbol(view.path, definition.namespace)
            return holder if definition.namespace and holder in view.symbols else view.path
        return view.path if definition.parent == TOP_LEVEL else view.symbols[definition.parent]

    def _details(self, definition: CodeDefinition, place: Place) -> DefinitionDetails:
        type_params = tuple(
            TypeParamDef(name=each.name, bound=self._bound_id(each.bound, place))
            for each in definition.type_parameters
        )
        match definition.kind:
            case DefinitionKind.FUNCTION:
                returns = self._type_id(definition.returns, place)
                return DefinitionDetails(
                    parameters=tuple(
                        ParamDef(
                            name=each.name,
                            param_type=self._type_id(each.type, place),
                            type_source=None if each.type is None else TypeSource.ANNOTATION,
                            kind=each.kind,
                            has_default=each.has_default,
                        )
                        for each in definition.parameters
                    ),
                    return_types=None if returns is None else (returns,),
                    return_type_source=None if returns is None else TypeSource.ANNOTATION,
                    modifiers=self._invisible_overrides.modifiers_of(
                        definition, DefinitionKey(place.path, place.definition)
                    ),
                    inherits=self._bases_declared_elsewhere(DefinitionKey(place.path, place.definition)),
                    implements=self._implemented_by_method(definition, place),
                    type_params=type_params or None,
                )
            case DefinitionKind.VARIABLE:
                var_type = self._type_id(definition.type, place)
                is_field = definition.parent != TOP_LEVEL or (
                    definition.owner is not None and not self._is_of_namespace(place)
                )
                return DefinitionDetails(
                    var_type=var_type,
                    type_source=None if var_type is None else TypeSource.ANNOTATION,
                    mutability=self._mutability.mutability_of(definition, place),
                    variable_kind=VariableKind.CLASS_FIELD if is_field else VariableKind.GLOBAL,
                )
            case DefinitionKind.TYPE:
                mixed = (each.type for each in definition.mixins if not each.is_guessed)
                parents, implemented = self._evaluator.members.split_bases(
                    DefinitionKey(place.path, place.definition)
                )
                inherits = self._type_ids((*parents, *mixed), place)
                bound = self._type_id(definition.type, place)
                return DefinitionDetails(
                    type_kind=definition.type_kind,
                    is_abstract=self._is_abstract(definition, place.definition) or None,
                    has_primary_constructor=definition.has_primary_constructor or None,
                    inherits=inherits,
                    implements=self._implements(implemented, place, inherits or ()),
                    bound=None if bound == self._view.symbols[place.definition] else bound,
                    has_unknown_base=any(not each.type.name for each in definition.mixins) or None,
                    type_params=type_params or None,
                )

    def _implemented_apart(self, method: CodeDefinition, place: Place) -> tuple[str, ...] | None:
        """Return the interfaces that a method implements, where its type is external."""
        types = self._apart.find_traits(method)
        if (
            not types
            or self._evaluator.members.owner_of(DefinitionKey(place.path, place.definition)) is not None
        ):
            return None
        return tuple(filter(None, (self._type_id(each, place) for each in types))) or None

    def _is_of_namespace(self, place: Place) -> bool:
        """Whether a variable is qualified by a namespace, and not by a type: `int geo::counter = 0;`."""
        return bool(self._selection.qualifying_namespace(DefinitionKey(place.path, place.definition)))

    def _is_abstract(self, definition: CodeDefinition, number: int) -> bool:
        """Whether a type has no instances of its own: an interface, one declared abstract, or a class with an abstract method."""
        if definition.is_abstract or definition.type_kind is TypeKind.INTERFACE:
            return True
        inside = (self._facts.definitions[each] for each in self._view.all_children(number))
        return definition.type_kind in _INSTANTIABLE and any(
            each.modifiers is not None and each.modifiers.is_abstract for each in inside
        )

    def _implemented_by_method(self, definition: CodeDefinition, place: Place) -> tuple[str, ...] | None:
        """Return the interfaces that a method implements; empty if the language always declares them and this one has none."""
        entity = DefinitionKey(place.path, place.definition)
        if self._prepended.methods_before(entity):
            base = self._prepended.overridden_ancestor(entity)
            return () if base is None else (self._symbol_table.symbol(base),)
        written = self._type_ids(definition.implements, place) or self._implemented_apart(definition, place)
        is_declared = self._symbol_table.rules_at(place.path).has_traits and is_member(self._view, definition)
        return () if is_declared and written is None else written

    def _implements(
        self, implemented: tuple[TypeRef, ...], place: Place, inherits: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """Return the interfaces of a type: by its own declaration, by code elsewhere, and structurally."""
        entity = DefinitionKey(place.path, place.definition)
        elsewhere = self._bases_declared_elsewhere(entity) or ()
        structural = map(
            self._symbol_table.symbol, self._evaluator.structural_interfaces.find_implemented(entity)
        )
        not_own = self._facts.definitions[place.definition].bases_of_users
        own = self._type_ids(tuple(each for each in implemented if each not in not_own), place) or ()
        found = dict.fromkeys((*own, *elsewhere, *structural, *self._implemented_through_bases(entity)))
        return tuple(each for each in found if each not in inherits) or None

    def _implemented_through_bases(self, owner: DefinitionKey) -> Iterator[str]:
        """Yield the interfaces that bases and mixins give to the types that use them."""
        members = self._evaluator.members
        used = (*members.bases(owner), *(value for value, _ in members.mixins(owner)))
        for each in used:
            for part in self._symbol_table.parts(each.entity) if isinstance(each, Instance) else ():
                used_definition = self._symbol_table.definition(part)
                place = Place(part.path, part.number, used_definition.begin)
                yield from self._type_ids(used_definition.bases_of_users, place) or ()

    def _bases_declared_elsewhere(self, entity: DefinitionKey) -> tuple[str, ...] | None:
        """Return the bases that code outside of a type declares for it; a constructor function may have some too."""
        declared = self._evaluator.members.bases_declared_elsewhere(entity)
        return tuple(filter(None, (self._type_id(type_ref, place) for type_ref, place in declared))) or None

    def _type_ids(self, types: tuple[TypeRef, ...], place: Place) -> tuple[str, ...] | None:
        definition = self._symbol_table.definition(DefinitionKey(place.path, place.definition))
        outer = declaration_place(DefinitionKey(place.path, place.definition), definition)
        inner = Place(place.path, place.definition, definition.begin) if definition.is_reopenable else outer
        found = (
            type_id
            for each in types
            for type_id in self._parts_of_base(each, outer if self._is_known(each, outer) else inner)
        )
        return tuple(each for each in found if each is not None) or None

    def _parts_of_base(self, type_ref: TypeRef, place: Place) -> tuple[str | None, ...]:
        """Return the ids of a base; those of all parts of an intersection behind a type operator."""
        if self._evaluator.types.operator_of(type_ref, place) is None:
            return (self._type_id(type_ref, place),)
        values = self._evaluator.type_at(type_ref, place)
        return tuple(dict.fromkeys(self._value_id(each, place) for each in values))

    def _is_known(self, type_ref: TypeRef, place: Place) -> bool:
        """Whether a type resolves to one of the repository."""
        return any(isinstance(each, Instance) for each in self._evaluator.type_at(type_ref, place))

    def _type_id(self, type_ref: TypeRef | None, place: Place) -> str | None:
        """Return a type with its names replaced by symbols; unknown names stay."""
        if type_ref is None or type_ref.name in _NAMELESS:
            return None
        if type_ref.name == TYPE_GUARD or type_ref.name.startswith(LITERAL_TYPE_QUOTE):
            literal = TypeRef(self._symbol_table.rules_at(place.path).literal_type)
            return self._type_id(type_ref.arguments[0] if type_ref.name == TYPE_GUARD else literal, place)
        if type_ref.name == INDEXED_TYPE or self._evaluator.types.operator_of(type_ref, place) is not None:
            found = (self._value_id(each, place) for each in self._evaluator.type_at(type_ref, place))
            return " | ".join(dict.fromkeys(filter(None, found))) or None
        if type_ref.name in {ARRAY, TUPLE, UNION}:
            parts = [each for inner in type_ref.arguments if (each := self._type_id(inner, place))]
            parts = list(dict.fromkeys(parts)) if type_ref.name == UNION else parts
            if type_ref.name == TUPLE:
                return f"({', '.join(parts)})"
            return f"[{', '.join(parts)}]" if type_ref.name == ARRAY else " | ".join(parts) or None
        return self._named_type_id(type_ref, place)

    def _named_type_id(self, type_ref: TypeRef, place: Place) -> str:
        """Return a type with a name: what an alias stands for, if that is one type."""
        meaning, head = self._alias_ids(type_ref, place)
        if meaning is not None:
            return meaning
        head = head or self._head_id(type_ref, place)
        parts = [each for inner in type_ref.arguments if (each := self._type_id(inner, place))]
        return f"{head}[{', '.join(parts)}]" if parts else head

    def _bound_id(self, bound: TypeRef | None, place: Place) -> str | None:
        """Return the bound of a type parameter; one without a name is any function, or any object."""
        name = (
            None if bound is None else self._symbol_table.rules_at(place.path).nameless_bounds.get(bound.name)
        )
        return self._type_id(bound if name is None else TypeRef(name), place)

    def _alias_ids(self, type_ref: TypeRef, place: Place) -> tuple[str | None, str | None]:
        """Return the one type that an alias of the repository stands for, else the alias; nothing for other names."""
        named = self._evaluator.types.find_named_types(type_ref, place)
        if len(named) != 1 or not isinstance(named[0], DefinitionValue):
            return None, None
        alias = named[0].entity
        if self._symbol_table.definition(alias).type_kind is not TypeKind.TYPE_ALIAS:
            return None, None
        values = self._evaluator.type_at(type_ref, place)
        meaning = self._value_id(values[0], place) if len(values) == 1 else None
        return meaning, self._symbol_table.symbol(alias)

    def _value_id(self, value: Value, place: Place) -> str | None:
        """Return the type of an instance, with its type arguments but for parameters of other definitions that got none."""
        match value:
            case Instance():
                head, arguments = self._symbol_table.symbol(value.entity), value.arguments
            case External() if value.is_instance and value.name not in {FUNCTION_TYPE, TUPLE}:
                head, arguments = f"{EXTERNAL_PREFIX}{value.name}", value.arguments
            case SequenceValue():
                head, arguments = "", value.items
            case TypeVariable():
                visible = self._evaluator.types.type_names.type_parameter(value.name, place)
                return value.name if visible is not None and visible.entity == value.entity else None
            case _:
                return None
        parts = [each for inner in arguments if (each := self._value_id(inner, place))]
        return f"{head}[{', '.join(parts)}]" if parts or not head else head

    def _head_id(self, type_ref: TypeRef, place: Place) -> str:
        for value in self._evaluator.type_at(type_ref, place):
            if isinstance(value, Instance):
                return self._symbol_table.symbol(value.entity)
            if not isinstance(value, External) or value.name in {FUNCTION_TYPE, TUPLE}:
                continue
            if type_ref.name not in self._primitives:
                return f"{EXTERNAL_PREFIX}{value.name}"
        return type_ref.name

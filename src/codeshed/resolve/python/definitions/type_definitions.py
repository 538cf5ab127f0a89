"""The classes and type aliases of a file as definitions.

Turns: Classes of the program and `type` statements → Definitions.
"""

from codeshed.model.facts.python_facts import DefinitionFact
from codeshed.model.semantic import Definition, DefinitionDetails, DefinitionKind, TypeKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.definitions.definition_context import DefinitionContext
from codeshed.resolve.python.definitions.function_definitions import FINAL
from codeshed.resolve.python.names.annotation_types import external_type_id
from codeshed.resolve.python.names.class_hierarchy import ClassTraits, is_generic_marker


def define_types(context: DefinitionContext, numbers: tuple[int, ...]) -> list[Definition]:
    """Return the classes and type aliases of a file."""
    return [
        *(_class(context, number) for number in numbers),
        *(_alias(context, fact) for fact in context.facts.definitions if fact.is_alias),
    ]


def _class(context: DefinitionContext, number: int) -> Definition:
    each = context.program.classes[number]
    hierarchy = context.state.hierarchy
    traits = hierarchy.traits_of(number)
    scope = context.program.scope_parent[each.scope]
    enclosing = context.program.scope_symbol[scope]
    protocols = [
        base for base in traits.bases if isinstance(base, int) and hierarchy.traits_of(base).is_protocol
    ]
    structural = context.state.tables.outlines[context.state.path].traits.implemented.get(each.symbol, ())
    implements = [*(context.program.classes[base].symbol for base in protocols), *structural]
    inherits = [
        context.program.classes[base].symbol if isinstance(base, int) else external_type_id(base)
        for base in traits.bases
        if isinstance(base, int) or not is_generic_marker(base)
    ]
    return Definition(
        symbol_id=each.symbol,
        name=each.name,
        kind=DefinitionKind.TYPE,
        span=context.span(each.definition.begin, each.definition.end),
        documentation=each.definition.documentation,
        enclosing_symbol=enclosing,
        signature=each.definition.signature,
        visibility=context.visibility(each.name, enclosing),
        details=DefinitionDetails(
            type_kind=_kind(traits),
            is_abstract=traits.is_abstract or None,
            inherits=tuple(base for base in inherits if base not in implements) or None,
            implements=tuple(implements) or None,
            has_unknown_base=traits.has_unknown_base or None,
            type_params=context.type_params(each.definition, scope),
            is_final=not FINAL.isdisjoint(traits.decorators) or None,
        ),
    )


def _kind(traits: ClassTraits) -> TypeKind:
    if traits.is_enum:
        return TypeKind.ENUM
    if traits.is_protocol:
        return TypeKind.INTERFACE
    is_struct = traits.is_typed_dict or traits.is_named_tuple or traits.has_field_constructor
    return TypeKind.STRUCT if is_struct else TypeKind.CLASS


def _alias(context: DefinitionContext, fact: DefinitionFact) -> Definition:
    scope = context.module.first_scope + fact.scope
    parent = context.program.scope_parent[scope]
    enclosing = context.program.scope_symbol[parent]
    value = context.state.static.alias_value(scope)
    return Definition(
        symbol_id=member_symbol(context.module.path, fact.qualified_name),
        name=fact.name,
        kind=DefinitionKind.TYPE,
        span=context.span(fact.begin, fact.end),
        enclosing_symbol=enclosing,
        visibility=context.visibility(fact.name, enclosing),
        details=DefinitionDetails(
            type_kind=TypeKind.TYPE_ALIAS,
            bound=None if value is None else context.types.type_id_of(scope, value),
            type_params=context.type_params(fact, parent),
        ),
    )

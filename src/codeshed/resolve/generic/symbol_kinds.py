"""How other files find a definition: as a name of a namespace, as a member, or as a part of an open type.

Turns: a definition → which of the tables of the symbol table it belongs to.
"""

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.incremental.query_trace import Query, QueryKind
from codeshed.resolve.generic.names.file_scope import FileScope


def open_type_key(scope: FileScope, number: int) -> Query:
    """Return the key of an open type: equal for all declarations of the type.

    It holds the language, the namespace, and the names of the outer types and of the type with their arities.
    """
    definition = scope.facts.definitions[number]
    name = f"{definition.name} {len(definition.type_parameters)}"
    if is_namespace_member(definition):
        return QueryKind.OPEN_TYPE_PARTS.value, scope.language, scope.namespace_of(definition), name
    return (*open_type_key(scope, definition.parent), name)


def open_type_child_key(parts: Query, name: str) -> Query:
    """Return the trace key for the lookup of a name in an open type, given the key of that type."""
    return (QueryKind.OPEN_TYPE_CHILD.value, *parts[1:], name)


def is_namespace_member(definition: CodeDefinition) -> bool:
    """Whether a definition is declared in its namespace: at top level, or exported from a nested block of it."""
    return definition.parent == TOP_LEVEL or (definition.is_exported and bool(definition.namespace))


def is_visible_in_namespace(definition: CodeDefinition) -> bool:
    """Whether other files can find a definition in its namespace."""
    return (
        is_namespace_member(definition)
        and not _is_hidden_from_other_files(definition)
        and definition.owner is None
    )


def is_file_private(definition: CodeDefinition) -> bool:
    """Whether a definition is declared in a namespace of several files but visible in its own file only: `static` in C."""
    return (
        is_namespace_member(definition)
        and _is_hidden_from_other_files(definition)
        and definition.owner is None
    )


def _is_hidden_from_other_files(definition: CodeDefinition) -> bool:
    return ":" in definition.namespace and not definition.is_exported


def is_member(scope: FileScope, definition: CodeDefinition) -> bool:
    """Whether a definition is a member of a type."""
    return definition.owner is not None or (
        definition.parent != TOP_LEVEL
        and scope.facts.definitions[definition.parent].kind is DefinitionKind.TYPE
        and not is_block_local(scope, definition)
    )


def is_block_local(scope: FileScope, definition: CodeDefinition) -> bool:
    """Whether a definition is local to a block in the body of a type, and therefore no member."""
    if definition.visible_span is None or definition.is_object_member or definition.parent == TOP_LEVEL:
        return False
    return scope.facts.definitions[definition.parent].kind is DefinitionKind.TYPE


def is_top_level_type(definition: CodeDefinition) -> bool:
    """Whether a definition is a type that is nested in nothing."""
    return definition.kind is DefinitionKind.TYPE and definition.parent == TOP_LEVEL


def is_class_field(scope: FileScope, definition: CodeDefinition) -> bool:
    """Whether a definition is a field of a class, whose initializer runs with the class or its constructors."""
    is_variable = definition.kind is DefinitionKind.VARIABLE and definition.parent != TOP_LEVEL
    return is_variable and scope.facts.definitions[definition.parent].type_kind is TypeKind.CLASS

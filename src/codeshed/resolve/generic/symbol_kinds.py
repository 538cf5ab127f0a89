"""How other files find a definition: as a name of a namespace, as a member, or as a part of an open type.

Turns: a definition → which of the tables of the symbol table it belongs to.
"""

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.incremental.query_trace import About, Question
from codeshed.resolve.generic.names.file_scope import FileView


def question_of_parts(scope: FileView, number: int) -> Question:
    """Return the key of an open type: equal for all declarations of the type.

    It holds the language, the namespace, and the names of the outer types and of the type with their arities.
    """
    definition = scope.facts.definitions[number]
    name = f"{definition.name} {len(definition.type_parameters)}"
    if is_named(definition):
        return About.PARTS.value, scope.language, scope.space_of(definition), name
    return (*question_of_parts(scope, definition.parent), name)


def question_inside(parts: Question, name: str) -> Question:
    """Return the trace key for the lookup of a name in an open type, given the key of that type."""
    return (About.INSIDE_OPEN.value, *parts[1:], name)


def is_named(definition: CodeDefinition) -> bool:
    """Whether a definition is declared in its namespace: at top level, or exported from a nested block of it."""
    return definition.parent == TOP_LEVEL or (definition.is_exported and bool(definition.space))


def is_of_space(definition: CodeDefinition) -> bool:
    """Whether other files can find a definition in its namespace."""
    return is_named(definition) and not _is_hidden_from_other_files(definition) and definition.owner is None


def is_of_file(definition: CodeDefinition) -> bool:
    """Whether a definition is declared in a namespace of several files but visible in its own file only: `static` in C."""
    return is_named(definition) and _is_hidden_from_other_files(definition) and definition.owner is None


def _is_hidden_from_other_files(definition: CodeDefinition) -> bool:
    return ":" in definition.space and not definition.is_exported


def is_member(scope: FileView, definition: CodeDefinition) -> bool:
    """Whether a definition is a member of a type."""
    return definition.owner is not None or (
        definition.parent != TOP_LEVEL
        and scope.facts.definitions[definition.parent].kind is DefinitionKind.TYPE
        and not is_of_block(scope, definition)
    )


def is_of_block(scope: FileView, definition: CodeDefinition) -> bool:
    """Whether a definition is local to a block in the body of a type, and therefore no member."""
    if definition.seen_in is None or definition.is_member or definition.parent == TOP_LEVEL:
        return False
    return scope.facts.definitions[definition.parent].kind is DefinitionKind.TYPE


def is_type_name(definition: CodeDefinition) -> bool:
    """Whether a definition is a type that is nested in nothing."""
    return definition.kind is DefinitionKind.TYPE and definition.parent == TOP_LEVEL


def is_field(scope: FileView, definition: CodeDefinition) -> bool:
    """Whether a definition is a field of a class, whose initializer runs with the class or its constructors."""
    is_variable = definition.kind is DefinitionKind.VARIABLE and definition.parent != TOP_LEVEL
    return is_variable and scope.facts.definitions[definition.parent].type_kind is TypeKind.CLASS

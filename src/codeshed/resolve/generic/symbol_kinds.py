"""By what others find a definition.

Turns: a definition → whether it is a name of its space, a member or a type, and what tells an open type from others.
"""

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.incremental.query_trace import About, Question
from codeshed.resolve.generic.names.file_scope import FileView


def question_of_parts(view: FileView, number: int) -> Question:
    """Return what tells an open type from others.

    Its language and space, and the names around and of it, each with its number of type parameters.
    """
    definition = view.facts.definitions[number]
    name = f"{definition.name} {len(definition.type_parameters)}"
    if is_named(definition):
        return About.PARTS.value, view.language, view.space_of(definition), name
    return (*question_of_parts(view, definition.parent), name)


def question_inside(parts: Question, name: str) -> Question:
    """Return what asks for a name in an open type, given what tells that from others."""
    return (About.INSIDE_OPEN.value, *parts[1:], name)


def is_named(definition: CodeDefinition) -> bool:
    """Whether a definition is a name of its space, and not only of what is around it."""
    return definition.parent == TOP_LEVEL or (definition.is_exported and bool(definition.space))


def is_of_space(definition: CodeDefinition) -> bool:
    """Whether others find a definition by its space."""
    return is_named(definition) and not _is_hidden(definition) and definition.owner is None


def is_of_file(definition: CodeDefinition) -> bool:
    """Whether a definition lies in a space that others share, and is a name in its own file alone."""
    return is_named(definition) and _is_hidden(definition) and definition.owner is None


def _is_hidden(definition: CodeDefinition) -> bool:
    return ":" in definition.space and not definition.is_exported


def is_member(view: FileView, definition: CodeDefinition) -> bool:
    """Whether a definition is a member of a type."""
    return definition.owner is not None or (
        definition.parent != TOP_LEVEL
        and view.facts.definitions[definition.parent].kind is DefinitionKind.TYPE
        and not is_of_block(view, definition)
    )


def is_of_block(view: FileView, definition: CodeDefinition) -> bool:
    """Whether a definition is a name in a block of code alone that runs with a type: it is no member."""
    if definition.seen_in is None or definition.is_member or definition.parent == TOP_LEVEL:
        return False
    return view.facts.definitions[definition.parent].kind is DefinitionKind.TYPE


def is_type_name(definition: CodeDefinition) -> bool:
    """Whether a definition is a type that lies in no other."""
    return definition.kind is DefinitionKind.TYPE and definition.parent == TOP_LEVEL


def is_field(view: FileView, definition: CodeDefinition) -> bool:
    """Whether something is a variable that a class declares: what it is first given runs for the class or its objects."""
    is_variable = definition.kind is DefinitionKind.VARIABLE and definition.parent != TOP_LEVEL
    return is_variable and view.facts.definitions[definition.parent].type_kind is TypeKind.CLASS

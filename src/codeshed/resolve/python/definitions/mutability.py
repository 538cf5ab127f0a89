"""Whether a variable can get other values than its first one.

Turns: the first assignment to a variable, and how often it is written → Mutability.
"""

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
)
from codeshed.model.semantic import Mutability
from codeshed.resolve.python.definitions.definition_context import DefinitionContext
from codeshed.resolve.python.definitions.initial_values import StoreSite
from codeshed.resolve.python.names.static_names import ReferentKind

_FINALS = frozenset({"typing.Final", "typing_extensions.Final"})
_CLASS_VARIABLES = frozenset({"typing.ClassVar", "typing_extensions.ClassVar"})
_QUALIFIERS = _FINALS | _CLASS_VARIABLES
_IMMUTABLE_TYPES = frozenset(
    {"str", "int", "float", "bool", "bytes", "complex", "None", "frozenset", "range"}
)
_IMMUTABLE_CALLS = frozenset(
    {
        "builtins.frozenset",
        "re.compile",
        "builtins.object",
        "decimal.Decimal",
        "pathlib.Path",
        "builtins.range",
    }
)
# Each runs once for an object, before anyone else has it.
_CONSTRUCTORS = frozenset({"__new__", "__init__", "__post_init__", "__attrs_post_init__", "model_post_init"})


def annotation_names(context: DefinitionContext, storage: StoreSite) -> set[str]:
    """Return the dotted name of the outermost type of an annotation: `typing.Final` for `Final[int]`."""
    if storage.annotation is None:
        return set()
    referents = context.state.static.resolve(storage.scope, storage.annotation)
    return {referent.name for referent in referents if referent.kind is ReferentKind.EXTERNAL}


def is_bare_qualifier(context: DefinitionContext, storage: StoreSite) -> bool:
    """Whether an annotation is `Final` or `ClassVar` without a type."""
    is_bare = isinstance(storage.annotation, Name | Attribute)
    return is_bare and not _QUALIFIERS.isdisjoint(annotation_names(context, storage))


def is_final(context: DefinitionContext, storage: StoreSite) -> bool:
    """Whether a variable is annotated with `Final`."""
    return not _FINALS.isdisjoint(annotation_names(context, storage))


def declared_mutability(
    context: DefinitionContext, storage: StoreSite, owner: int | None
) -> Mutability | None:
    """Return the mutability that a declaration or class determines; `owner` is the class of a field."""
    traits = None if owner is None else context.state.hierarchy.traits_of(owner)
    if traits is not None and (traits.is_frozen or is_enum_member(context, storage, owner)):
        return Mutability.IMMUTABLE
    if is_final(context, storage):
        return Mutability.CONST
    is_field = traits is not None and traits.has_field_constructor and storage.annotation is not None
    if is_field and _CLASS_VARIABLES.isdisjoint(annotation_names(context, storage)):
        # Its value is only the default: each object has its own, which it got from the constructor.
        return Mutability.MUTABLE
    return Mutability.MUTABLE if _is_written_later(context, storage) else None


def is_enum_member(context: DefinitionContext, storage: StoreSite, owner: int | None) -> bool:
    """Whether a variable is a member of an enum: its class body gives it a value. What constructors make is a field."""
    if owner is None or not context.state.hierarchy.traits_of(owner).is_enum:
        return False
    is_in_body = storage.scope == context.program.classes[owner].scope
    return is_in_body and (storage.value is not None or storage.annotation is None)


def _is_written_later(context: DefinitionContext, storage: StoreSite) -> bool:
    """Whether the first write is by a function that runs after the file is loaded or the object is made."""
    number = context.program.function_of_scope.get(storage.scope)
    if number is None:
        return False
    return context.program.functions[number].name not in _CONSTRUCTORS


def n_first_writes(
    context: DefinitionContext, storage: StoreSite, declared: Mutability | None, owner: int | None
) -> int | None:
    """Return how many writes give a variable its value; any more make it mutable. None: it stays as it is declared.

    `Final` and a frozen class keep a name from being bound again; a container that it holds may still change.
    """
    if declared is None:
        return 1
    if declared is Mutability.MUTABLE or is_enum_member(context, storage, owner):
        return None
    if storage.value is None:
        return 0 if declared is Mutability.IMMUTABLE else 1
    return None if _is_immutable(context, storage.scope, storage.value) else 1


def mutability_of_value(
    context: DefinitionContext, name: str, storage: StoreSite, owner: int | None
) -> Mutability:
    """Return the mutability of a variable that is written once; `owner` is the class of a field."""
    if storage.value is None:
        is_fixed = _is_declared_enum_field(context, storage, owner)
    else:
        is_fixed = _is_immutable(context, storage.scope, storage.value)
    if name.isupper() and (owner is None or is_fixed):
        return Mutability.CONST
    return Mutability.IMMUTABLE if is_fixed else Mutability.MUTABLE


def _is_declared_enum_field(context: DefinitionContext, storage: StoreSite, owner: int | None) -> bool:
    """Whether an enum only declares a field of an immutable type: its constructor gives each member the value."""
    if owner is None or storage.annotation is None or not context.state.hierarchy.traits_of(owner).is_enum:
        return False
    return _is_immutable_type(context, storage.scope, storage.annotation)


def _is_immutable(context: DefinitionContext, scope: int, value: Expression) -> bool:
    if isinstance(value, Literal):
        return True
    if isinstance(value, Name):
        return _is_immutable_parameter(context, scope, value.name)
    if isinstance(value, Call):
        names = {referent.name for referent in context.state.static.resolve(scope, value.function)}
        return not names.isdisjoint(_IMMUTABLE_CALLS)
    if isinstance(value, Compound):
        if value.kind in {CompoundKind.TUPLE, CompoundKind.OPERATOR}:
            return all(_is_immutable(context, scope, part) for part in value.parts)
        return value.kind in {CompoundKind.FORMATTED_STRING, CompoundKind.COMPARISON, CompoundKind.NOT}
    return False


def _is_immutable_parameter(context: DefinitionContext, scope: int, name: str) -> bool:
    """Whether a name is a parameter with an annotated immutable type."""
    number = context.program.function_of_scope.get(scope)
    if number is None or context.state.is_stored(scope, name):
        return False
    for parameter in context.program.functions[number].parameters:
        if parameter.name == name and parameter.annotation is not None:
            return _is_immutable_type(context, context.program.scope_parent[scope], parameter.annotation)
    return False


def _is_immutable_type(context: DefinitionContext, scope: int, annotation: Expression) -> bool:
    written = context.types.type_id_of(scope, annotation)
    return written is not None and _IMMUTABLE_TYPES.issuperset(context.types.union_members(written))

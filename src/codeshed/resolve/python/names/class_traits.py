"""What kind of class each class is: an enum, a protocol, a data class, a frozen or an abstract one.

Turns: a class with its bases and MRO → its traits, and the protocols that it implements structurally.
"""

from collections.abc import Mapping, Sequence

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    Define,
    DefinitionFact,
    Expression,
    Literal,
    Name,
)
from codeshed.resolve.python.names.class_hierarchy import PROTOCOLS, ClassHierarchy, ClassTraits

_ENUMS = frozenset(
    {"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "enum.ReprEnum"}
)
_ENUM_SUFFIXES = (".TextChoices", ".IntegerChoices", ".Choices")
_NAMED_TUPLES = frozenset({"typing.NamedTuple", "typing_extensions.NamedTuple", "collections.namedtuple"})
_TYPED_DICTS = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
_FIELD_CLASSES = frozenset(
    {
        "pydantic.BaseModel",
        "pydantic.main.BaseModel",
        "msgspec.Struct",
        "sqlmodel.SQLModel",
        "typing.NamedTuple",
    }
)
_FIELD_DECORATORS = frozenset(
    {
        *("dataclasses.dataclass", "attr.s", "attr.attrs", "attr.define", "attr.frozen", "attr.mutable"),
        *(
            "attr.dataclass",
            "attrs.define",
            "attrs.frozen",
            "attrs.mutable",
            "pydantic.dataclasses.dataclass",
        ),
    }
)
_FROZEN_DECORATORS = frozenset({"attr.frozen", "attrs.frozen"})
_TRUE_LENGTH = len("True")
_TOO_COMMON = frozenset(
    {
        *(
            "__call__",
            "__len__",
            "__iter__",
            "__next__",
            "__enter__",
            "__exit__",
            "__eq__",
            "__hash__",
            "__str__",
        ),
        *("__repr__", "__contains__", "__getitem__", "__lt__", "__bool__", "__int__", "__float__", "__add__"),
        *("read", "write", "close", "flush", "get", "set", "run", "start", "stop", "update", "copy", "keys"),
    }
)
"""A class that shares only one of these members with a protocol is not taken for an implementation of it."""


def derive_traits(hierarchy: ClassHierarchy, number: int, traits: ClassTraits) -> None:
    """Set the traits of a class whose bases and MRO are known."""
    externals = set(hierarchy.external_ancestors(number))
    traits.is_enum = not _ENUMS.isdisjoint(externals) or any(
        each.endswith(_ENUM_SUFFIXES) for each in externals
    )
    traits.is_protocol = not PROTOCOLS.isdisjoint(each for each in traits.bases if isinstance(each, str))
    traits.is_named_tuple = not _NAMED_TUPLES.isdisjoint(externals)
    traits.is_typed_dict = not _TYPED_DICTS.isdisjoint(externals)
    traits.has_field_constructor = not _FIELD_CLASSES.isdisjoint(externals) or any(
        not _FIELD_DECORATORS.isdisjoint(hierarchy.declared_traits_of(each).decorators)
        for each in hierarchy.project_mro(number)
    )
    traits.is_frozen = _is_frozen(hierarchy, number, traits)
    traits.is_abstract = traits.is_protocol or _is_abstract(hierarchy, number, externals)


def _definition(hierarchy: ClassHierarchy, number: int) -> DefinitionFact:
    return hierarchy.program.classes[number].definition


def _is_frozen(hierarchy: ClassHierarchy, number: int, traits: ClassTraits) -> bool:
    own = _definition(hierarchy, number)
    is_decorated = any(
        each in _FROZEN_DECORATORS or (each in _FIELD_DECORATORS and _passes_frozen(decorator))
        for each, decorator in zip(traits.decorators, own.decorators, strict=False)
    )
    with_bases = hierarchy.project_mro(number) if traits.has_field_constructor else [number]
    is_declared = any(
        _is_true(argument.value)
        for each in with_bases
        for argument in _definition(hierarchy, each).bases
        if argument.keyword == "frozen"
    )
    is_set = traits.has_field_constructor and any(
        _has_frozen_model_config(hierarchy, each) for each in with_bases
    )
    return traits.is_named_tuple or is_decorated or is_declared or is_set


def _has_frozen_model_config(hierarchy: ClassHierarchy, number: int) -> bool:
    """Whether a pydantic model is frozen by `model_config = ConfigDict(frozen=True)`."""
    scope = hierarchy.program.classes[number].scope
    for statement in hierarchy.program.scopes[scope].statements:
        if isinstance(statement, Assign) and isinstance(statement.value, Call):
            names = [target.name for target in statement.targets if isinstance(target, Name)]
            if names == ["model_config"] and _passes_frozen(statement.value):
                return True
    return False


def _passes_frozen(call: Expression) -> bool:
    return isinstance(call, Call) and any(
        argument.keyword == "frozen" and _is_true(argument.value) for argument in call.arguments
    )


def _is_true(value: Expression) -> bool:
    return (
        isinstance(value, Literal) and value.type_name == "bool" and value.end - value.begin == _TRUE_LENGTH
    )


def _is_abstract(hierarchy: ClassHierarchy, number: int, externals: set[str]) -> bool:
    """Whether a class is declared abstract and has an abstract method."""
    metaclasses = {
        name
        for each in hierarchy.project_mro(number)
        for name in hierarchy.declared_traits_of(each).metaclasses
    }
    is_declared = "abc.ABCMeta" in metaclasses or "abc.ABC" in externals
    return is_declared and any(
        isinstance(decorator, Name | Attribute) and decorator.name.startswith("abstract")
        for method in methods_of(hierarchy, number)
        for decorator in method.decorators
    )


def methods_of(hierarchy: ClassHierarchy, number: int) -> list[DefinitionFact]:
    """Return the functions defined directly in the body of a class."""
    each = hierarchy.program.classes[number]
    definitions = hierarchy.program.files[each.file].facts.definitions
    return [
        definitions[statement.definition]
        for statement in hierarchy.program.scopes[each.scope].statements
        if isinstance(statement, Define) and not definitions[statement.definition].is_class
    ]


def required_protocol_methods(hierarchy: ClassHierarchy, number: int) -> dict[str, int]:
    """Return the methods that implementing a protocol requires, with their numbers of parameters.

    Empty if the class is no protocol, or if its methods are too few or too common to recognise implementations.
    """
    if not hierarchy.traits_of(number).is_protocol:
        return {}
    required_methods = _arities(hierarchy, number)
    required_methods.pop("__init__", None)
    return (
        {}
        if len(required_methods) == 1 and not _TOO_COMMON.isdisjoint(required_methods)
        else required_methods
    )


def find_implemented_protocols(
    hierarchy: ClassHierarchy, number: int, protocols: Sequence[tuple[int, Mapping[str, int]]]
) -> tuple[int, ...]:
    """Return the protocols that a class implements structurally, without inheriting from them.

    Each protocol comes with the methods that it requires.
    """
    traits = hierarchy.traits_of(number)
    if traits.is_protocol or not protocols:
        return ()
    arities = [_arities(hierarchy, each) for each in hierarchy.project_mro(number)]
    return tuple(
        protocol
        for protocol, required_methods in protocols
        if not required_methods.keys().isdisjoint(arities[0])
        and protocol not in traits.mro
        and all(_has_method(arities, name, arity) for name, arity in required_methods.items())
    )


def _arities(hierarchy: ClassHierarchy, number: int) -> dict[str, int]:
    return {method.name: len(method.parameters) for method in methods_of(hierarchy, number)}


def _has_method(arities: list[dict[str, int]], name: str, arity: int) -> bool:
    """Whether the first method of a name in the MRO takes at least so many parameters."""
    found = next((methods[name] for methods in arities if name in methods), None)
    return found is not None and found >= arity

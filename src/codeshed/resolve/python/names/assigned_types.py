"""Assignments that make types: aliases, type variables, and types that a call creates.

Turns: a name in a scope → the AssignedType that it names: `Maybe = Optional[User]`, `T = TypeVar("T")`.
"""

import enum

import msgspec

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
    ScopeKind,
    Subscript,
)
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.names.forward_annotations import parse_annotation
from codeshed.resolve.python.names.static_names import Assignment, Referent, ReferentKind, StaticNames

_MODULES = ("typing.", "typing_extensions.")


def _of_typing(*names: str) -> frozenset[str]:
    return frozenset(f"{module}{name}" for module in _MODULES for name in names)


_ALIAS_MARKS = _of_typing("TypeAlias")
_ALIAS_CALLS = _of_typing("TypeAliasType")
_NEW_TYPES = _of_typing("NewType")
_TYPE_VARIABLES = _of_typing("TypeVar", "ParamSpec", "TypeVarTuple")
# fmt: off
TYPE_FACTORIES = _NEW_TYPES | _TYPE_VARIABLES | _of_typing("NamedTuple", "TypedDict") | {
    "collections.namedtuple", "enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag",
    "dataclasses.make_dataclass",
}
"""Functions and classes whose calls create types: `Pair = namedtuple("Pair", "a b")`."""

_BUILTIN_TYPES = frozenset({
    "bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "memoryview", "object", "range",
    "set", "slice", "str", "tuple", "type",
})
# fmt: on
_TYPING_MODULES = ("typing.", "typing_extensions.", "collections.abc.", "types.")
_NO_TYPES = _of_typing("TYPE_CHECKING", "cast", "TypeVar", "NewType", "overload", "get_type_hints")
_MAX_DEPTH = 12


class AssignedTypeKind(enum.Enum):
    """What an assignment makes."""

    ALIAS = "alias"
    NEW_TYPE = "new type"
    TYPE_VARIABLE = "type variable"
    OTHER = "other"
    """Another type that a call creates."""


class AssignedType(msgspec.Struct, frozen=True):
    """A type that an assignment makes; `stands_for` is the type of which it is an alias or a new type.

    Only modules and classes have symbols for it.
    """

    kind: AssignedTypeKind
    scope: int
    symbol: str | None
    stands_for: Expression | None = None
    bound: Expression | None = None
    constraints: tuple[Expression, ...] = ()
    factory: str = ""


class AssignedTypes:
    """Finds the types that assignments make, on behalf of one file."""

    def __init__(self, static: StaticNames) -> None:
        self.static = static
        self._program = static.program
        self._memo: dict[tuple[int, str], AssignedType | None] = {}
        self._memo_of_names: dict[tuple[int, str], AssignedType | None] = {}

    def find(self, scope: int, value: Expression, depth: int = 0) -> AssignedType | None:
        """Return the type that a name or attribute names; imports are followed."""
        if depth > _MAX_DEPTH or not isinstance(value, Name | Attribute):
            return None
        if isinstance(value, Name) and not depth:
            key = (scope, value.name)
            if key not in self._memo_of_names:
                self._memo_of_names[key] = self._find(scope, value, depth)
            return self._memo_of_names[key]
        return self._find(scope, value, depth)

    def _find(self, scope: int, value: Name | Attribute, depth: int) -> AssignedType | None:
        found = self.static.find_assignments(scope, value)
        return self._of_assignments(found, depth) if found else None

    def of_name(self, scope: int, name: str) -> AssignedType | None:
        """Return the type that the assignments of a scope to a name make."""
        statements = self.static.bindings_of_name(scope, name)
        found = tuple(Assignment(scope, name, each) for each in statements if isinstance(each, Assign))
        return self._of_assignments(found, 0) if len(found) == len(statements) else None

    def _of_assignments(self, found: tuple[Assignment, ...], depth: int) -> AssignedType | None:
        """Return the first type, if all assignments to the name make one: `if TYPE_CHECKING: …`, `else: …`."""
        if not found:
            return None
        key = (found[0].scope, found[0].name)
        # Within a chain of aliases a result may be cut short, so only whole ones are kept.
        if depth or key not in self._memo:
            made = [self._made_by(each, depth) for each in found]
            result = made[0] if all(each is not None for each in made) else None
            if depth:
                return result
            self._memo[key] = result
        return self._memo[key]

    def _made_by(self, assignment: Assignment, depth: int) -> AssignedType | None:
        statement, scope = assignment.statement, assignment.scope
        value = statement.value
        if value is None or statement.operator is not None:
            return None
        if isinstance(value, Call):
            return self._made_by_call(assignment, value)
        if statement.annotation is not None:
            marks = {each.name for each in self.static.resolve(scope, statement.annotation)}
            is_alias = not _ALIAS_MARKS.isdisjoint(marks)
        else:
            is_plain = isinstance(value, Name | Attribute)
            is_alias = (not is_plain or self._may_be_plain_alias(assignment)) and self._is_type(
                scope, value, depth
            )
        return self._new(AssignedTypeKind.ALIAS, assignment, stands_for=value) if is_alias else None

    def _may_be_plain_alias(self, assignment: Assignment) -> bool:
        """Whether `Name = Other` may be meant as an alias: variables that hold classes are named otherwise."""
        word = assignment.name.lstrip("_")
        is_module = self._program.scopes[assignment.scope].kind is ScopeKind.MODULE
        return is_module and word[:1].isupper() and (len(word) == 1 or not word.isupper())

    def _made_by_call(self, assignment: Assignment, call: Call) -> AssignedType | None:
        names = {referent.name for referent in self.static.resolve(assignment.scope, call.function)}
        arguments = [each.value for each in call.arguments[1:] if each.keyword is None]
        by_keyword = {each.keyword: each.value for each in call.arguments}
        if not names.isdisjoint(_ALIAS_CALLS):
            stands_for = next(iter(arguments), by_keyword.get("value"))
            return self._new(AssignedTypeKind.ALIAS, assignment, stands_for=stands_for)
        if not names.isdisjoint(_NEW_TYPES):
            stands_for = next(iter(arguments), by_keyword.get("tp"))
            return self._new(AssignedTypeKind.NEW_TYPE, assignment, stands_for=stands_for)
        if not names.isdisjoint(_TYPE_VARIABLES):
            return self._new(
                AssignedTypeKind.TYPE_VARIABLE,
                assignment,
                bound=by_keyword.get("bound"),
                constraints=tuple(arguments),
            )
        factory = next(iter(sorted(names & TYPE_FACTORIES)), None)
        return None if factory is None else self._new(AssignedTypeKind.OTHER, assignment, factory=factory)

    def _new(
        self,
        kind: AssignedTypeKind,
        assignment: Assignment,
        *,
        stands_for: Expression | None = None,
        bound: Expression | None = None,
        constraints: tuple[Expression, ...] = (),
        factory: str = "",
    ) -> AssignedType:
        scope = assignment.scope
        is_shared = self._program.scopes[scope].kind in {ScopeKind.MODULE, ScopeKind.CLASS}
        symbol = member_symbol(self._program.scope_symbol[scope], assignment.name) if is_shared else None
        return AssignedType(kind, scope, symbol, stands_for, bound, constraints, factory)

    def _is_type(self, scope: int, value: Expression, depth: int) -> bool:
        """Whether an expression can only be meant as a type: `Optional[User]`, `User | None`, `dict[str, User]`."""
        if depth > _MAX_DEPTH:
            return False
        if isinstance(value, Name | Attribute):
            return self._names_type(scope, value, depth)
        if isinstance(value, Subscript):
            return self._is_applied_type(scope, value, depth)
        if isinstance(value, Compound) and value.kind is CompoundKind.OPERATOR and value.detail == "|":
            # One type is enough: nothing else can be joined to it.
            return any(self._is_type(scope, part, depth + 1) for part in value.parts) and all(
                self._may_be_type(scope, part, depth + 1) for part in value.parts
            )
        return False

    def _names_type(self, scope: int, value: Expression, depth: int) -> bool:
        if self.find(scope, value, depth + 1) is not None:
            return True
        referents = self.static.resolve(scope, value)
        return bool(referents) and all(_is_known_type(each) for each in referents)

    def _is_applied_type(self, scope: int, value: Subscript, depth: int) -> bool:
        """Whether a subscript applies a generic type: not `Color["RED"]`, nor `table[key]`."""
        head = self.find(scope, value.value, depth + 1)
        referents = self.static.resolve(scope, value.value)
        is_typing = bool(referents) and all(each.name.startswith(_TYPING_MODULES) for each in referents)
        if not is_typing and head is None and not self._may_be_type(scope, value.value, depth + 1):
            return False
        index = value.index
        parts = index.parts if isinstance(index, Compound) and index.kind is CompoundKind.TUPLE else (index,)
        return is_typing or all(
            not _is_text(part) and self._may_be_type(scope, part, depth + 1) for part in parts
        )

    def _may_be_type(self, scope: int, value: Expression, depth: int) -> bool:
        """Whether an expression is a type, or the name of something external that may be one."""
        if isinstance(value, Literal):
            is_forward = value.text is not None and parse_annotation(value.text, value.begin, value.end)
            return value.type_name in {"None", "ellipsis"} or bool(is_forward)
        if isinstance(value, Compound) and value.kind is CompoundKind.LIST:
            return all(self._may_be_type(scope, part, depth + 1) for part in value.parts)
        if self._is_type(scope, value, depth):
            return True
        if not isinstance(value, Name | Attribute):
            return False
        referents = self.static.resolve(scope, value)
        return any(each.kind is ReferentKind.EXTERNAL and _is_class_name(each.name) for each in referents)


def _is_text(value: Expression) -> bool:
    return isinstance(value, Literal) and value.type_name == "str"


def _is_class_name(name: str) -> bool:
    """Whether an external is named as classes are: `numpy.typing.NDArray`, not `os.environ`, `re.DOTALL`."""
    word = name.rpartition(".")[2].lstrip("_")
    return word[:1].isupper() and not (word.isupper() and len(word) > 1)


def _is_known_type(referent: Referent) -> bool:
    if referent.kind is ReferentKind.EXTERNAL:
        name = referent.name
        if name.startswith("builtins."):
            return name.removeprefix("builtins.") in _BUILTIN_TYPES
        return name.startswith(_TYPING_MODULES) and name not in _NO_TYPES and _is_class_name(name)
    return referent.kind in {ReferentKind.CLASS, ReferentKind.ALIAS}

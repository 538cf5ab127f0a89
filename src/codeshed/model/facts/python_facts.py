"""PythonFacts: the syntactic facts of one Python file, before name resolution.

A file is a tree of scopes. Each scope has the names it binds, and its code as a flat list of statements over expressions,
a simplified AST: enough for definitions, uses and value flow. Control flow is gone: branches follow one another.
Positions are byte offsets; scopes and definitions are known by their numbers. Facts hold no path, so that equal files
share them.
"""

import enum
from typing import TypeAlias

import msgspec

from codeshed.model.semantic import ParameterKind, Problem


class ScopeKind(enum.Enum):
    """What opens a scope."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    LAMBDA = "lambda"
    COMPREHENSION = "comprehension"
    ALIAS = "alias"


class CompoundKind(enum.Enum):
    """The kind of a compound expression."""

    LIST = "list"
    TUPLE = "tuple"
    SET = "set"
    DICT = "dict"
    CHOICE = "choice"
    OPERATOR = "operator"
    COMPARISON = "comparison"
    NOT = "not"
    FORMATTED_STRING = "text"
    AWAIT = "await"
    YIELD = "yield"
    YIELD_FROM = "yield from"
    SPREAD = "spread"
    SLICE = "slice"
    OTHER = "other"


class Spread(enum.IntEnum):
    """How many stars are before an argument: `f(a, *b, **c)`."""

    NONE = 0
    POSITIONAL = 1
    KEYWORD = 2


class Name(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="name"):
    """An unqualified name."""

    begin: int
    end: int
    name: str


class Attribute(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="member"):
    """An attribute access: `value.name`."""

    begin: int
    end: int
    value: "Expression"
    name: str


class Argument(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An argument of a call or a class statement: by position, by keyword, or spread."""

    value: "Expression"
    keyword: str | None = None
    spread: Spread = Spread.NONE


class Call(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="call"):
    """`function(arguments)`."""

    begin: int
    end: int
    function: "Expression"
    arguments: tuple[Argument, ...]


class Subscript(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="item"):
    """A subscript: `value[index]`."""

    begin: int
    end: int
    value: "Expression"
    index: "Expression"


class Literal(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="literal"):
    """A constant; short strings and integers keep their `text`, since they are used as names (`getattr`) and as indexes."""

    begin: int
    end: int
    type_name: str
    text: str | None = None


class ScopedExpression(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="scoped"):
    """An expression with a scope of its own, by number: a lambda or a comprehension."""

    begin: int
    end: int
    scope: int


class Walrus(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="walrus"):
    """`(name := value)`."""

    begin: int
    end: int
    name: str
    value: "Expression"


class Compound(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="compound"):
    """Any other expression with operands. `keys` are those of a dict; `detail` is an operator, or the prefix of an f-string.

    A CHOICE has the value of one of its parts (`a or b`). With `if` as its detail the first two are the branches and the
    third is the condition.
    """

    begin: int
    end: int
    kind: CompoundKind
    parts: tuple["Expression", ...] = ()
    detail: str | None = None
    keys: tuple["Expression", ...] = ()


Expression: TypeAlias = Name | Attribute | Call | Subscript | Literal | ScopedExpression | Walrus | Compound


class Assign(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="assign"):
    """`targets = value`, `target: annotation = value`, or with an operator `target += value`.

    `end` includes parentheses around the value; the value's own span does not.
    """

    targets: tuple[Expression, ...]
    value: Expression | None = None
    annotation: Expression | None = None
    operator: str | None = None
    end: int = 0


class Delete(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="delete"):
    """`del targets`."""

    targets: tuple[Expression, ...]


class Return(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="return"):
    """`return value`; the value of a lambda or comprehension is its return."""

    value: Expression


class Loop(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="loop"):
    """`for target in iterable`, as a statement or within a comprehension."""

    target: Expression
    iterable: Expression
    is_async: bool = False


class With(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="enter"):
    """`with context as target`."""

    context: Expression
    target: Expression | None = None
    is_async: bool = False


class ExceptClause(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="catch"):
    """`except types as name`."""

    types: Expression | None = None
    name: str | None = None


class MatchStatement(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="match"):
    """`match subject`: the classes in its patterns and the names that these bind."""

    subject: Expression
    classes: tuple[Expression, ...] = ()
    names: tuple[str, ...] = ()


class ExpressionStatement(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="evaluate"):
    """An expression statement, a condition (`is_tested`), or the operand of `raise` (`is_raised`)."""

    value: Expression
    is_tested: bool = False
    is_raised: bool = False


class Import(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="import"):
    """`import module as alias` (no name), `from module import name as alias`, or with `*` as the name.

    `level` counts the leading dots. `is_for_types` says that it is below `if TYPE_CHECKING`.
    """

    begin: int
    end: int
    module: str
    name: str | None = None
    alias: str | None = None
    level: int = 0
    is_for_types: bool = False


class Define(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="define"):
    """`def` or `class` as a statement: decorators, defaults and bases are evaluated here."""

    definition: int


Statement: TypeAlias = (
    Assign
    | Delete
    | Return
    | Loop
    | With
    | ExceptClause
    | MatchStatement
    | ExpressionStatement
    | Import
    | Define
)


class ParameterFact(msgspec.Struct, frozen=True, array_like=True):
    """One parameter as written."""

    begin: int
    end: int
    name: str
    kind: ParameterKind
    annotation: Expression | None = None
    default: Expression | None = None


class TypeParameterFact(msgspec.Struct, frozen=True, array_like=True):
    """One type parameter as written; a tuple as its bound is its constraints: `[T: (int, str)]`."""

    name: str
    bound: Expression | None = None


class DefinitionFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A function, class or type alias. Its span includes its decorators."""

    qualified_name: str
    name: str
    begin: int
    end: int
    name_begin: int
    scope: int
    is_class: bool = False
    is_alias: bool = False
    is_async: bool = False
    is_generator: bool = False
    has_body: bool = True
    documentation: str | None = None
    signature: str = ""
    complexity: int = 1
    decorators: tuple[Expression, ...] = ()
    parameters: tuple[ParameterFact, ...] = ()
    returns: Expression | None = None
    bases: tuple[Argument, ...] = ()
    type_parameters: tuple[TypeParameterFact, ...] = ()


class ScopeFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The code of a module, class, function, lambda or comprehension, without nested scopes.

    `parent` and `definition` are numbers: of the enclosing scope, and of the definition whose body this is. `branches` are
    the spans of the blocks that may not run: bodies of `if`, `else`, `for`, `while`, `except`, `case`, outer ones first.
    """

    kind: ScopeKind
    parent: int | None = None
    definition: int | None = None
    begin: int
    end: int
    parameters: tuple[ParameterFact, ...] = ()
    bound_names: tuple[str, ...] = ()
    global_names: tuple[str, ...] = ()
    nonlocal_names: tuple[str, ...] = ()
    documented_names: tuple[tuple[str, str], ...] = ()
    branches: tuple[tuple[int, int], ...] = ()
    statements: tuple[Statement, ...] = ()


class PythonFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One file. Scope 0 is the module; `line_starts` are the offsets at which lines begin.

    `is_generated` says that a program wrote the file. `statement_lines` are the first and last lines of statements of
    several lines.
    """

    language: str
    documentation: str | None = None
    is_generated: bool = False
    line_starts: tuple[int, ...]
    scopes: tuple[ScopeFact, ...]
    definitions: tuple[DefinitionFact, ...] = ()
    statement_lines: tuple[tuple[int, int], ...] = ()
    problems: tuple[Problem, ...] = ()

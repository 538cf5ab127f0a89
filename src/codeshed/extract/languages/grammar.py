"""What a language tells the engine: its grammar and queries, and how its types and expressions are written.

A query file names what it captures: `@define.class`, `@name`, `@call`; `docs/development/languages.md` lists all names.
What can't be said in a query is a function here: how imports are read, and what is to be mended in a definition.
"""

import enum
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Protocol

import msgspec
import tree_sitter

from codeshed.model.code_facts import CodeDefinition, CodeExpression, ImportForm, TypeRef
from codeshed.model.semantic import Visibility


class ExpressionKind(enum.Enum):
    """What a node of the syntax is as an expression."""

    NAME = "name"
    MEMBER = "member"
    CALL = "call"
    NEW = "new"
    CAST = "cast"
    ITEM = "item"
    RECEIVER = "receiver"
    PARENT = "parent"
    INNER = "inner"
    LITERAL = "literal"


class ExpressionShape(msgspec.Struct, frozen=True):
    """How to read an expression: the fields of what it is made of, tried in their order; a digit means a named child.

    A member has its value in `first` and its name in `second`, a cast its type in `first` and its value in `second`. An
    inner one stands for the node in `first`, as in brackets. `type_name` is that of a literal.
    """

    kind: ExpressionKind
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    type_name: str = ""


class TypeShapeKind(enum.Enum):
    """What a node of the syntax is as a type."""

    NAME = "name"
    GENERIC = "generic"
    ARRAY = "array"
    UNION = "union"
    INNER = "inner"


class TypeShape(msgspec.Struct, frozen=True):
    """How to read a type: where its name or inner type is, and where its arguments are; a digit means a named child."""

    kind: TypeShapeKind
    first: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()


class NodeReader(Protocol):
    """What functions of a language may ask about nodes."""

    def text(self, node: tree_sitter.Node) -> str:
        """Return the source of a node."""

    def type(self, node: tree_sitter.Node | None, depth: int = 0) -> TypeRef | None:
        """Return a type as written."""

    def expression(self, node: tree_sitter.Node, depth: int = 0) -> CodeExpression:
        """Return what a node is as an expression."""


ReadType = Callable[[tree_sitter.Node, NodeReader, int], TypeRef | None]
ReadExpression = Callable[[tree_sitter.Node, NodeReader, int], CodeExpression | None]
ReadImports = Callable[[tree_sitter.Node, NodeReader], list["WrittenImport"]]
Mend = Callable[[CodeDefinition, tree_sitter.Node, NodeReader, frozenset[str]], CodeDefinition]


class WrittenImport(msgspec.Struct, frozen=True, kw_only=True):
    """What an import statement brings in, before it is known where it stands."""

    form: ImportForm
    module: str
    name: str = ""
    alias: str = ""
    is_for_types: bool = False
    detail: str = ""
    node: tree_sitter.Node | None = None
    """Where it is written, if that is only a part of the statement."""


def as_it_is(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Mend nothing."""
    del node, reader, words
    return definition


def all_as_they_are(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Mend nothing of what a file defines."""
    return definitions


def only_itself(content: bytes) -> Iterator[bytes]:
    """Yield a source as it is."""
    yield content


class Grammar(msgspec.Struct, frozen=True, kw_only=True):
    """One language.

    `separators` are what stands between the names of a qualified type beside the dot. `comments` are the types of nodes
    that document what stands behind them, `passed_over` those of what may stand between. `words` are the modifiers that
    the language writes before a name. `visibility` is that of what says nothing of it. `peculiar_types` and
    `peculiar_expressions` read nodes of a type that no shape fits; what they return None for is read by its shape. A
    variable with one of the `blank_names` is none. `mend_all` sees all definitions of a file at once; it may not move any.
    Where a language `defines_by_assigning`, only the first assignment to a name of the file counts, and a function's
    before that of a value. `prepare` gives sources of the same length that are easier to parse:
    the first without a mistake counts, else the last.
    """

    name: str
    load: Callable[[], object]
    query_name: str
    expressions: Mapping[str, ExpressionShape]
    types: Mapping[str, TypeShape]
    read_imports: ReadImports
    mend: Mend = as_it_is
    mend_all: Callable[[tuple[CodeDefinition, ...]], tuple[CodeDefinition, ...]] = all_as_they_are
    prepare: Callable[[bytes], Iterator[bytes]] = only_itself
    peculiar_types: Mapping[str, ReadType] = msgspec.field(default_factory=dict)
    peculiar_expressions: Mapping[str, ReadExpression] = msgspec.field(default_factory=dict)
    separators: tuple[str, ...] = ()
    comments: frozenset[str] = frozenset({"comment"})
    passed_over: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    visibility: Visibility = Visibility.PUBLIC
    defines_by_assigning: bool = False
    blank_names: frozenset[str] = frozenset()
    constant_words: frozenset[str] = frozenset({"const", "final", "readonly"})

    @property
    def parser(self) -> tree_sitter.Parser:
        """A parser for the language."""
        return tree_sitter.Parser(_language(self.load))

    @property
    def query(self) -> tree_sitter.Query:
        """The query of the language, which is compiled once."""
        return _query(self.load, self.query_name)


@cache
def _language(load: Callable[[], object]) -> tree_sitter.Language:
    return tree_sitter.Language(load())


@cache
def _query(load: Callable[[], object], name: str) -> tree_sitter.Query:
    source = files("codeshed.extract.languages").joinpath(f"{name}.scm").read_text("utf-8")
    return tree_sitter.Query(_language(load), source)

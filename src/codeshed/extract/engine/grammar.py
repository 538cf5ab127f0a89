"""What the extraction engine has to know of a language: a `Grammar`, with a tree-sitter query.

The query finds nodes and says by its captures what they are: `@define.class`, `@name`, `@call`; all captures
are listed in `docs/development/languages.md`. What a query can't express is a hook, a function of the
language: how imports are read, how a definition is completed.
"""

import enum
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Protocol, TypeVar

import msgspec
import tree_sitter

from codeshed.model.code_expressions import CodeExpression, TypeRef
from codeshed.model.code_facts import CodeDefinition, CodeImport, CodeTypeParameter, ImportForm
from codeshed.model.package_data import packaged
from codeshed.model.semantic import Visibility

_Result = TypeVar("_Result")


class ExpressionKind(enum.Enum):
    """What kind of expression a syntax node is."""

    NAME = "name"
    MEMBER = "member"
    CALL = "call"
    METHOD = "method"
    NEW = "new"
    CAST = "cast"
    ITEM = "item"
    RECEIVER = "receiver"
    PARENT = "parent"
    INNER = "inner"
    AWAIT = "await"
    LITERAL = "literal"


class ExpressionShape(msgspec.Struct, frozen=True):
    """How to read an expression: the fields in which its parts are, tried in order; a digit is the index of a named child.

    MEMBER: the object in `first`, the name in `second`. CAST: the type in `first`, the value in `second`.
    METHOD, a call whose node has the method's name itself: the receiver, if any, in `first`, the name in
    `second`. INNER, such as parentheses, is read as the node in `first`; AWAIT has its operand there too.
    LITERAL: `type_name` is its type.
    """

    kind: ExpressionKind
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    type_name: str = ""


class TypeShapeKind(enum.Enum):
    """What kind of type a syntax node is."""

    NAME = "name"
    GENERIC = "generic"
    QUALIFIED = "qualified"
    ARRAY = "array"
    UNION = "union"
    INNER = "inner"
    PARTS = "parts"


class TypeShape(msgspec.Struct, frozen=True):
    """How to read a type: the fields of its name or inner type, and of its type arguments; a digit is a child's index.

    QUALIFIED: the qualifier in `first`, the last name, which may have type arguments, in `second`. PARTS, a
    type without a name such as that of a function: the types it is made of become its arguments.
    """

    kind: TypeShapeKind
    first: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


class NodeReader(Protocol):
    """The source and the tree, as hooks of a language see them."""

    def text(self, node: tree_sitter.Node) -> str:
        """Return the source of a node."""

    def slice(self, begin: int, end: int) -> str:
        """Return the source between two offsets."""

    def parent(self, node: tree_sitter.Node) -> tree_sitter.Node | None:
        """Return the parent of a node; fast in deep trees too."""

    def once(
        self, node: tree_sitter.Node, find: Callable[[tree_sitter.Node, "NodeReader"], _Result]
    ) -> _Result:
        """Return `find(node)`, computed once per node."""

    def type(self, node: tree_sitter.Node | None, depth: int = 0) -> TypeRef | None:
        """Read a node as a type."""

    def expression(self, node: tree_sitter.Node, depth: int = 0) -> CodeExpression:
        """Read a node as an expression."""

    def around(self, node: tree_sitter.Node, types: frozenset[str]) -> tree_sitter.Node | None:
        """Return the nearest ancestor of one of some types."""


ReadType = Callable[[tree_sitter.Node, NodeReader, int], TypeRef | None]
ReadExpression = Callable[[tree_sitter.Node, NodeReader, int], CodeExpression | None]
Captures = dict[str, list[tree_sitter.Node]]
Recapture = Callable[[Captures, NodeReader], Captures]
Prepare = Callable[[bytes], bytes]
Alternatives = Callable[[bytes], Iterator[bytes]]
FindCalledNames = Callable[[str], Iterator[tuple[int, int]]]
CountPointers = Callable[[tree_sitter.Node], int | None]
IsHoisted = Callable[[tree_sitter.Node, NodeReader], bool]
ReadImports = Callable[[tree_sitter.Node, NodeReader], list["WrittenImport"]]
Mend = Callable[[CodeDefinition, tree_sitter.Node, NodeReader, frozenset[str]], CodeDefinition]
MendAll = Callable[[tuple[CodeDefinition, ...]], tuple[CodeDefinition, ...]]
MendExports = Callable[[tuple[CodeDefinition, ...], tuple[CodeImport, ...]], tuple[CodeDefinition, ...]]


class WrittenImport(msgspec.Struct, frozen=True, kw_only=True):
    """One name that an import statement brings in; the engine adds its position and the scope it is in."""

    form: ImportForm
    module: str
    name: str = ""
    alias: str = ""
    is_for_types: bool = False
    detail: str = ""
    node: tree_sitter.Node | None = None
    """Where it is written, if that is only part of the statement."""
    is_scoped: bool = False
    """Whether the import holds only in the enclosing block."""


class Documented(msgspec.Struct, frozen=True, kw_only=True):
    """The types that a doc comment names."""

    type: TypeRef | None = None
    """The type of the variable that it documents: `@var T`."""
    returns: TypeRef | None = None
    """The result type: `@return T`."""
    variables: Mapping[str, TypeRef] = msgspec.field(default_factory=dict)
    """Types of parameters and other variables by their names: `@param T name`."""
    type_parameters: tuple[CodeTypeParameter, ...] = ()
    """Type parameters that only the comment declares: `@template T`."""
    bases: tuple[TypeRef, ...] = ()
    """Base types with their type arguments: `@extends A<T>`."""


ReadDocumentation = Callable[[str], Documented]


def nothing_documented(text: str) -> Documented:
    """Read no types from comments: the default."""
    del text
    return Documented()


def as_it_is(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Keep a definition as it was read: the default."""
    del node, reader, words
    return definition


def as_captured(captures: Captures, reader: NodeReader) -> Captures:
    """Keep the captures of a match: the default."""
    del reader
    return captures


def as_written(content: bytes) -> bytes:
    """Parse a file as it is: the default."""
    return content


def all_as_they_are(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Keep the definitions of a file as they were read: the default."""
    return definitions


def exports_as_they_are(
    definitions: tuple[CodeDefinition, ...], imports: tuple[CodeImport, ...]
) -> tuple[CodeDefinition, ...]:
    """Keep the exports of a file as they were read: the default."""
    del imports
    return definitions


def nothing_called(text: str) -> Iterator[tuple[int, int]]:
    """Find no calls in unparsed text: the default."""
    del text
    return iter(())


def never_hoisted(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Limit what a block declares to that block: the default."""
    del node, reader
    return False


def only_itself(content: bytes) -> Iterator[bytes]:
    """Parse a source in one form only: the default."""
    yield content


class Grammar(msgspec.Struct, frozen=True, kw_only=True):
    """A language as the extraction engine sees it: its query, its node types and its hooks."""

    name: str
    load: Callable[[], object]
    """Returns the tree-sitter language."""
    query_file: str
    """Path of its query below `extract/languages`."""
    shared_query_files: tuple[str, ...] = ()
    """Queries of related languages; their patterns come after its own, which therefore win."""
    expressions: Mapping[str, ExpressionShape]
    """How expressions are read, by node type."""
    types: Mapping[str, TypeShape]
    """How types are read, by node type."""
    read_imports: ReadImports
    """Hook: the imports that an `@import` or `@mention` node declares."""
    mend: Mend = as_it_is
    """Hook: complete one definition with what no pattern can say."""
    mend_all: MendAll = all_as_they_are
    """Hook: complete all definitions of a file at once; it must keep their order."""
    mend_exports: MendExports = exports_as_they_are
    """Hook: the same with the imports at hand, for what the file exports."""
    peculiar_types: Mapping[str, ReadType] = msgspec.field(default_factory=dict)
    """Hooks that read types of irregular syntax, by node type; for None the shape in `types` applies."""
    peculiar_expressions: Mapping[str, ReadExpression] = msgspec.field(default_factory=dict)
    """Hooks that read expressions of irregular syntax, by node type; for None the shape in `expressions`
    applies.
    """
    read_given: ReadExpression | None = None
    """Hook: the value of a lambda's parameter that is captured as `@given`."""
    read_taken: ReadExpression | None = None
    """Hook: the member that a key of a destructuring pattern reads; the key is captured as `@taken`."""
    replaces_functions: bool = False
    """A function's name is a variable and may be reassigned: `run = other`."""
    receivers: Mapping[str, bool] = msgspec.field(default_factory=dict)
    """Names of the receiver, such as `this` or `self`; True for those of its parent, such as `super`."""
    prepare: Prepare = as_written
    """Hook: blank what is no code before parsing; no byte may move."""
    alternatives: Alternatives = only_itself
    """Hook: sources of the same length that are easier to parse. The first that parses without an error is
    used, else the last.
    """
    simplify: Prepare = as_written
    """Hook: blank more than `preprocess` does, for a file that has syntax errors otherwise."""
    recapture: Recapture = as_captured
    """Hook: change the captures of a match, for instance to a name deep in a C declarator."""
    named_arguments: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Node types of named arguments, with the field of the name: `f(name: value)`."""
    assigned_arguments: frozenset[str] = frozenset()
    """Node types of arguments that, with a `=`, set a property and are not passed to the constructor:
    `[A(Name = "a")]` in C#.
    """
    separators: tuple[str, ...] = ()
    """What separates the parts of a qualified name, besides the dot: `::`."""
    space_prefix: str = ""
    """What the engine puts before the namespace of a block around imports, so that it is a complete
    namespace key.
    """
    operators: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The methods that operators call, by node type, or by node type and sign; `{}` in a name is the sign."""
    comments: frozenset[str] = frozenset({"comment"})
    """Node types of comments that may document the definition behind them."""
    passed_over: frozenset[str] = frozenset()
    """Node types that may come between a comment and its definition."""
    documenting: str = ""
    """Matches the beginning of doc comments, if other comments document nothing."""
    words: frozenset[str] = frozenset()
    """The modifiers of the language: `static`, `private`."""
    modifiers: frozenset[str] = frozenset()
    """Node types that contain modifiers; empty: any word before the name may be one."""
    untyped: frozenset[str] = frozenset()
    """Words in the place of a type that declare none: `var`."""
    visibility: Visibility = Visibility.PUBLIC
    """The visibility of definitions without a modifier for it."""
    defines_by_assigning: bool = False
    """Assignments define, and only the first one to a name of the file; one of a function comes before one
    of a value.
    """
    shadows: bool = False
    """A second declaration of a name in one block shadows the first, from the end of its initializer on:
    `let x = f(x)` in Rust.
    """
    blank_names: frozenset[str] = frozenset()
    """Names that bind nothing: `_`."""
    called_names: frozenset[str] = frozenset()
    """Node types of plain names that are calls unless they are locals, as `run` in Ruby."""
    marks: str = ""
    """Characters before a name that are no part of it: `@` and `:` in Ruby."""
    constant_words: frozenset[str] = frozenset({"const", "final", "readonly"})
    """Modifiers that make a variable constant or immutable."""
    has_overloads: bool = False
    """A function without a body is an overload signature of the next one of its name, as in TypeScript."""
    find_called_names: FindCalledNames = nothing_called
    """Hook: the calls in text that the grammar leaves unparsed, such as the body of a macro."""
    read_documentation: ReadDocumentation = nothing_documented
    """Hook: the types that a doc comment names. They count where the code names none, or a vague one."""
    vague_types: frozenset[str] = frozenset()
    """Types that a doc comment may refine: `array`, `mixed`."""
    shows_locals_late: bool = False
    """A local is visible only after its declaration, not in its whole block."""
    reads_arguments: bool = False
    """Calls keep their arguments: overload resolution needs the types of these."""
    listers: frozenset[str] = frozenset()
    """Where arguments are not kept: functions whose arguments are read all the same, since they make lists
    or other containers of them: `Array.of(a, b)`.
    """
    count_pointers: CountPointers | None = None
    """Hook: the levels of indirection of an argument, `&a` one and `*a` minus one; None if unknown."""
    gives_several: bool = False
    """Functions have several results, which `a, b = f()` takes in their order."""
    makes_without_brackets: bool = False
    """An object may be made without an argument list: `new A`; it then has no arguments."""
    given_objects: frozenset[str] = frozenset()
    """Node types of objects and functions that are passed where a type is declared: their methods may
    implement it.
    """
    has_blocks: bool = False
    """Definitions in a block are visible there only, unless hoisted."""
    is_hoisted: IsHoisted = never_hoisted
    """Hook: whether a definition in a block is visible in the whole function, as `var` in JavaScript."""

    @property
    def parser(self) -> tree_sitter.Parser:
        """A new parser for the language."""
        return tree_sitter.Parser(_language(self.load))

    @property
    def query(self) -> tree_sitter.Query:
        """The compiled query of the language; cached."""
        return _query(self.load, (self.query_file, *self.shared_query_files))


@cache
def _language(load: Callable[[], object]) -> tree_sitter.Language:
    return tree_sitter.Language(load())


@cache
def _query(load: Callable[[], object], files: tuple[str, ...]) -> tree_sitter.Query:
    sources = (packaged("codeshed.extract.languages", file).decode() for file in files)
    return tree_sitter.Query(_language(load), "\n".join(sources))

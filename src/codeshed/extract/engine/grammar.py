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

from codeshed.extract.engine.mutation_tables import (
    NO_IMMUTABLE_VALUES,
    NO_MUTATIONS,
    ImmutableValues,
    Mutations,
)
from codeshed.extract.statement_lines import statement_query
from codeshed.model.facts.code_expressions import CodeExpression, TypeRef
from codeshed.model.facts.code_facts import CodeDefinition, CodeImport, CodeTypeParameter, ImportForm
from codeshed.model.facts.data_flow import FunctionFlows
from codeshed.model.package_data import read_package_file
from codeshed.model.semantic import ArgumentKind, Visibility

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

    def memoize(
        self, node: tree_sitter.Node, find: Callable[[tree_sitter.Node, "NodeReader"], _Result]
    ) -> _Result:
        """Return `find(node)`, computed once per node."""

    def type(self, node: tree_sitter.Node | None, depth: int = 0) -> TypeRef | None:
        """Read a node as a type."""

    def expression(self, node: tree_sitter.Node, depth: int = 0) -> CodeExpression:
        """Read a node as an expression."""

    def nearest_ancestor(self, node: tree_sitter.Node, types: frozenset[str]) -> tree_sitter.Node | None:
        """Return the nearest ancestor of one of some types."""


ReadType = Callable[[tree_sitter.Node, NodeReader, int], TypeRef | None]
ReadExpression = Callable[[tree_sitter.Node, NodeReader, int], CodeExpression | None]
Captures = dict[str, list[tree_sitter.Node]]
RewriteCaptures = Callable[[Captures, NodeReader], Captures]
Preprocess = Callable[[bytes], bytes]
SourceAlternatives = Callable[[bytes], Iterator[bytes]]
FindCallsInText = Callable[[str], Iterator[tuple[int, int]]]
CountPointers = Callable[[tree_sitter.Node], int | None]
ReadFlows = Callable[
    [tree_sitter.Node, tuple[tree_sitter.Node, ...], tree_sitter.Language], tuple[FunctionFlows, ...]
]
IsHoisted = Callable[[tree_sitter.Node, NodeReader], bool]
ReadImports = Callable[[tree_sitter.Node, NodeReader], list["ImportDeclaration"]]
CompleteDefinition = Callable[[CodeDefinition, tree_sitter.Node, NodeReader, frozenset[str]], CodeDefinition]
CompleteDefinitions = Callable[[tuple[CodeDefinition, ...]], tuple[CodeDefinition, ...]]
CompleteExports = Callable[[tuple[CodeDefinition, ...], tuple[CodeImport, ...]], tuple[CodeDefinition, ...]]


class HeldName(msgspec.Struct, frozen=True):
    """The name of a function in an object literal, behind the names of what holds it.

    If it `is_passed`, the outermost is that of a call or target that the object is given to, and no variable around holds it.
    """

    names: tuple[str, ...] = ()
    is_passed: bool = False


class ImportDeclaration(msgspec.Struct, frozen=True, kw_only=True):
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


class DocCommentTypes(msgspec.Struct, frozen=True, kw_only=True):
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


ReadDocCommentTypes = Callable[[str], DocCommentTypes]


def read_no_types(text: str) -> DocCommentTypes:
    """Read no types from comments: the default."""
    del text
    return DocCommentTypes()


def keep_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Keep a definition as it was read: the default."""
    del node, reader, words
    return definition


def keep_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Keep the captures of a match: the default."""
    del reader
    return captures


def keep_source(content: bytes) -> bytes:
    """Parse a file as it is: the default."""
    return content


def keep_definitions(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Keep the definitions of a file as they were read: the default."""
    return definitions


def keep_exports(
    definitions: tuple[CodeDefinition, ...], imports: tuple[CodeImport, ...]
) -> tuple[CodeDefinition, ...]:
    """Keep the exports of a file as they were read: the default."""
    del imports
    return definitions


def find_no_calls(text: str) -> Iterator[tuple[int, int]]:
    """Find no calls in unparsed text: the default."""
    del text
    return iter(())


def is_never_hoisted(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Limit what a block declares to that block: the default."""
    del node, reader
    return False


def read_no_flows(
    root: tree_sitter.Node, tops: tuple[tree_sitter.Node, ...], language: tree_sitter.Language
) -> tuple[FunctionFlows, ...]:
    """Summarize no function: the default."""
    del root, tops, language
    return ()


def iter_only_source(content: bytes) -> Iterator[bytes]:
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
    """Hook: the imports that an `@import` or `@module_name` node declares."""
    complete_definition: CompleteDefinition = keep_definition
    """Hook: complete one definition with what no pattern can say."""
    complete_definitions: CompleteDefinitions = keep_definitions
    """Hook: complete all definitions of a file at once; it must keep their order."""
    complete_exports: CompleteExports = keep_exports
    """Hook: the same with the imports at hand, for what the file exports."""
    type_readers: Mapping[str, ReadType] = msgspec.field(default_factory=dict)
    """Hooks that read types of irregular syntax, by node type; for None the shape in `types` applies."""
    expression_readers: Mapping[str, ReadExpression] = msgspec.field(default_factory=dict)
    """Hooks that read expressions of irregular syntax, by node type; for None the shape in `expressions`
    applies.
    """
    read_lambda_parameter: ReadExpression | None = None
    """Hook: the value of a lambda's parameter that is captured as `@callback_parameter`."""
    read_pattern_key: ReadExpression | None = None
    """Hook: the member that a key of a destructuring pattern reads; the key is captured as `@destructured_key`."""
    read_held_name: Callable[[tree_sitter.Node, NodeReader], HeldName] | None = None
    """Hook: the names of what holds a function in an object, which is captured as `@held`, and its own name behind them."""
    has_reassignable_functions: bool = False
    """A function's name is a variable and may be reassigned: `run = other`."""
    receiver_names: Mapping[str, bool] = msgspec.field(default_factory=dict)
    """Names of the receiver, such as `this` or `self`; True for those of its parent, such as `super`."""
    preprocess: Preprocess = keep_source
    """Hook: blank what is no code before parsing; no byte may move."""
    source_alternatives: SourceAlternatives = iter_only_source
    """Hook: sources of the same length that are easier to parse. The first that parses without an error is
    used, else the last.
    """
    simplify: Preprocess = keep_source
    """Hook: blank more than `preprocess` does, for a file that has syntax errors otherwise."""
    rewrite_captures: RewriteCaptures = keep_captures
    """Hook: change the captures of a match, for instance to a name deep in a C declarator."""
    named_argument_fields: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Node types of named arguments, with the field of the name: `f(name: value)`."""
    argument_kinds: Mapping[str, tuple[ArgumentKind, ...]] = msgspec.field(default_factory=dict)
    """Node types of arguments, or of what is alone in one, that are not passed by position: a spread, a pair of key and value.
    Empty for what is no argument, such as a block.
    """
    property_arguments: frozenset[str] = frozenset()
    """Node types of arguments that, with a `=`, set a property and are not passed to the constructor:
    `[A(Name = "a")]` in C#.
    """
    name_separators: tuple[str, ...] = ()
    """What separates the parts of a qualified name, besides the dot: `::`."""
    import_namespace_prefix: str = ""
    """What the engine puts before the namespace of a block around imports, so that it is a complete
    namespace key.
    """
    operator_methods: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The methods that operators call, by node type, or by node type and sign; `{}` in a name is the sign."""
    comment_types: frozenset[str] = frozenset({"comment"})
    """Node types of comments that may document the definition behind them."""
    types_after_comment: frozenset[str] = frozenset()
    """Node types that may come between a comment and its definition."""
    doc_comment_pattern: str = ""
    """Matches the beginning of doc comments, if other comments document nothing."""
    modifier_words: frozenset[str] = frozenset()
    """The modifiers of the language: `static`, `private`."""
    modifier_types: frozenset[str] = frozenset()
    """Node types that contain modifiers; empty: any word before the name may be one."""
    inferred_type_words: frozenset[str] = frozenset()
    """Words in the place of a type that declare none: `var`."""
    default_visibility: Visibility = Visibility.PUBLIC
    """The visibility of definitions without a modifier for it."""
    has_definitions_by_assignment: bool = False
    """Assignments define, and only the first one to a name of the file; one of a function comes before one
    of a value.
    """
    has_shadowing: bool = False
    """A second declaration of a name in one block shadows the first, from the end of its initializer on:
    `let x = f(x)` in Rust.
    """
    blank_names: frozenset[str] = frozenset()
    """Names that bind nothing: `_`."""
    implicit_call_types: frozenset[str] = frozenset()
    """Node types of plain names that are calls unless they are locals, as `run` in Ruby."""
    sigils: str = ""
    """Characters before a name that are no part of it: `@` and `:` in Ruby."""
    field_sigil: str = ""
    """The sigil of fields that may share a name with a function of their type, and keep it then: `@total` beside `def total` in Ruby."""
    constant_words: frozenset[str] = frozenset({"const", "final", "readonly"})
    """Modifiers that make a variable constant or immutable."""
    immutable_values: ImmutableValues = NO_IMMUTABLE_VALUES
    """Which values never change."""
    mutations: Mutations = NO_MUTATIONS
    """What changes the containers and objects that variables hold."""
    has_overload_signatures: bool = False
    """A function without a body is an overload signature of the next one of its name, as in TypeScript."""
    find_calls_in_text: FindCallsInText = find_no_calls
    """Hook: the calls in text that the grammar leaves unparsed, such as the body of a macro."""
    read_doc_comment_types: ReadDocCommentTypes = read_no_types
    """Hook: the types that a doc comment names. They count where the code names none, or a vague one."""
    vague_types: frozenset[str] = frozenset()
    """Types that a doc comment may refine: `array`, `mixed`."""
    are_locals_visible_after_declaration: bool = False
    """A local is visible only after its declaration, not in its whole block."""
    keeps_arguments: bool = False
    """Calls keep their arguments: overload resolution needs the types of these."""
    list_factories: frozenset[str] = frozenset()
    """Where arguments are not kept: functions whose arguments are read all the same, since they make lists
    or other containers of them: `Array.of(a, b)`.
    """
    count_pointers: CountPointers | None = None
    """Hook: the levels of indirection of an argument, `&a` one and `*a` minus one; None if unknown."""
    has_multiple_results: bool = False
    """Functions have several results, which `a, b = f()` takes in their order."""
    has_optional_argument_lists: bool = False
    """An object may be made without an argument list: `new A`; it then has no arguments."""
    target_typed_types: frozenset[str] = frozenset()
    """Node types of objects and functions that are passed where a type is declared: their methods may
    implement it.
    """
    has_block_scope: bool = False
    """Definitions in a block are visible there only, unless hoisted."""
    is_hoisted: IsHoisted = is_never_hoisted
    """Hook: whether a definition in a block is visible in the whole function, as `var` in JavaScript."""

    read_flows: ReadFlows = read_no_flows
    """Hook: the data-flow summaries of the functions of a file."""

    statement_blocks: frozenset[str] = frozenset()
    """Node types whose children are statements."""
    simple_statements: frozenset[str] = frozenset()
    """Node types of statements that may stand without a block around them: `if (a) run();`."""

    @property
    def language(self) -> tree_sitter.Language:
        """The tree-sitter language; cached."""
        return _language(self.load)

    @property
    def parser(self) -> tree_sitter.Parser:
        """A new parser for the language."""
        return tree_sitter.Parser(self.language)

    @property
    def query(self) -> tree_sitter.Query:
        """The compiled query of the language; cached."""
        return _query(self.load, (self.query_file, *self.shared_query_files))

    @property
    def statement_query(self) -> tree_sitter.Query | None:
        """The compiled query that finds blocks and simple statements, if the language names them; cached."""
        if not self.statement_blocks:
            return None
        return _statement_query(self.load, self.statement_blocks, self.simple_statements)


@cache
def _language(load: Callable[[], object]) -> tree_sitter.Language:
    return tree_sitter.Language(load())


@cache
def _query(load: Callable[[], object], files: tuple[str, ...]) -> tree_sitter.Query:
    sources = (read_package_file("codeshed.extract.languages", file).decode() for file in files)
    return tree_sitter.Query(_language(load), "\n".join(sources))


@cache
def _statement_query(
    load: Callable[[], object], blocks: frozenset[str], simple_statements: frozenset[str]
) -> tree_sitter.Query:
    return statement_query(_language(load), blocks, simple_statements)

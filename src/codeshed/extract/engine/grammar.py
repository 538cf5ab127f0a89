"""What a language tells the engine: its grammar and queries, and how its types and expressions are written.

A query file names what it captures: `@define.class`, `@name`, `@call`; `docs/development/languages.md` lists all names.
What can't be said in a query is a function here: how imports are read, and what is to be mended in a definition.
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

_Found = TypeVar("_Found")


class ExpressionKind(enum.Enum):
    """What a node of the syntax is as an expression."""

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
    """How to read an expression: the fields of what it is made of, tried in their order; a digit means a named child.

    A member has its value in `first` and its name in `second`, a cast its type in `first` and its value in `second`. A
    method is a call that names its function itself: the object, if there is one, in `first`, the name in `second`. An
    inner one stands for the node in `first`, as in brackets; an awaited one has it there too. `type_name` is that of a literal.
    """

    kind: ExpressionKind
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    type_name: str = ""


class TypeShapeKind(enum.Enum):
    """What a node of the syntax is as a type."""

    NAME = "name"
    GENERIC = "generic"
    QUALIFIED = "qualified"
    ARRAY = "array"
    UNION = "union"
    INNER = "inner"
    PARTS = "parts"


class TypeShape(msgspec.Struct, frozen=True):
    """How to read a type: where its name or inner type is, and where its arguments are; a digit means a named child.

    A qualified one has what stands before its last name in `first`, and that name, which may have arguments, in `second`.
    One of parts has no name of its own, as that of a function: what it is made of are its arguments.
    """

    kind: TypeShapeKind
    first: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


class NodeReader(Protocol):
    """What functions of a language may ask about nodes."""

    def text(self, node: tree_sitter.Node) -> str:
        """Return the source of a node."""

    def slice(self, begin: int, end: int) -> str:
        """Return a stretch of the source."""

    def parent(self, node: tree_sitter.Node) -> tree_sitter.Node | None:
        """Return the node around another."""

    def once(
        self, node: tree_sitter.Node, find: Callable[[tree_sitter.Node, "NodeReader"], _Found]
    ) -> _Found:
        """Return what is found in a node; it is looked for once, however many parts of the node ask."""

    def type(self, node: tree_sitter.Node | None, depth: int = 0) -> TypeRef | None:
        """Return a type as written."""

    def expression(self, node: tree_sitter.Node, depth: int = 0) -> CodeExpression:
        """Return what a node is as an expression."""

    def around(self, node: tree_sitter.Node, types: frozenset[str]) -> tree_sitter.Node | None:
        """Return the nearest node of some types around a node."""


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
    """What an import statement brings in, before it is known where it stands."""

    form: ImportForm
    module: str
    name: str = ""
    alias: str = ""
    is_for_types: bool = False
    detail: str = ""
    node: tree_sitter.Node | None = None
    """Where it is written, if that is only a part of the statement."""
    is_scoped: bool = False
    """Whether it brings in something only for the block of code that it stands in."""


class Documented(msgspec.Struct, frozen=True, kw_only=True):
    """What a comment says of types: that of a variable, of a result, of variables by their names, and of a type's head."""

    type: TypeRef | None = None
    returns: TypeRef | None = None
    variables: Mapping[str, TypeRef] = msgspec.field(default_factory=dict)
    type_parameters: tuple[CodeTypeParameter, ...] = ()
    bases: tuple[TypeRef, ...] = ()


ReadDocumentation = Callable[[str], Documented]


def nothing_documented(text: str) -> Documented:
    """Read no types from comments."""
    del text
    return Documented()


def as_it_is(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Mend nothing."""
    del node, reader, words
    return definition


def as_captured(captures: Captures, reader: NodeReader) -> Captures:
    """Change nothing in what a pattern captured."""
    del reader
    return captures


def as_written(content: bytes) -> bytes:
    """Read a file as it is."""
    return content


def all_as_they_are(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Mend nothing of what a file defines."""
    return definitions


def exports_as_they_are(
    definitions: tuple[CodeDefinition, ...], imports: tuple[CodeImport, ...]
) -> tuple[CodeDefinition, ...]:
    """Mend nothing of what a file gives to others."""
    del imports
    return definitions


def nothing_called(text: str) -> Iterator[tuple[int, int]]:
    """Find no calls in a text."""
    del text
    return iter(())


def never_hoisted(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Let what a block defines be a name there alone."""
    del node, reader
    return False


def only_itself(content: bytes) -> Iterator[bytes]:
    """Yield a source as it is."""
    yield content


class Grammar(msgspec.Struct, frozen=True, kw_only=True):
    """One language.

    `separators` are what stands between the names of a qualified type beside the dot. `comments` are the types of nodes
    that document what stands behind them, `passed_over` those of what may stand between. Where a language has comments of
    their own for that, `documenting` fits how they begin, and others document nothing. `words` are the modifiers that
    the language writes before a name; where `modifiers` are the types of the nodes that hold them, only these are read.
    `untyped` are the words that stand where a type does and say that there is none. `visibility` is that of what says
    nothing of it. `peculiar_types` and `peculiar_expressions` read nodes of a type that no shape fits; what they return
    None for is read by its shape; `read_given` reads a parameter that is captured as `@given`, and `read_taken` a key of
    a pattern that is captured as `@taken`. Where a language `replaces_functions`, their names are those of variables. A variable with one of the `blank_names` is none. `prepare` blanks what is no code, with
    no byte moved; `simplify` blanks more, for a file that can't be read otherwise. `recapture` says in captures what a
    pattern can't, as which name lies deep in a declarator. `named_arguments` are the types of nodes that give an argument
    by its name, and the fields of that name; one of the `assigned_arguments` with a sign of assignment in it sets a field of
    a new object, and is given to nobody. `receivers` are plain names for the object whose method runs, and whether it
    is seen as its parent. `alternatives` are sources of the same length that are easier to parse: the first without a
    mistake counts, else the last. `called_names` are the types of nodes that are calls where they are no locals, `marks`
    the characters before a name that are no part of it. `query_file` and `shared_query_files` are paths within `extract/languages`; the language's own query comes first.
    `find_called_names` finds calls in what the grammar leaves as it is written, as the text of a macro.
    `has_overloads` says that functions without a body belong to the next one of their name. `mend_all` sees all
    definitions of a file at once; it may not move any, nor may `mend_exports`, which sees them with the imports. Where the types of arguments choose what is called, a language
    `reads_arguments`; of others those are read that `listers` are given, which make lists of them or hold them. If it `makes_without_brackets`, an object that is made so is given nothing. Where a call
    `gives_several` things, `a, b = f()` takes them in their order. `shows_locals_late` says that a local can be seen only
    behind its declaration, and not in all of its block. Where a language `defines_by_assigning`, only the first assignment
    to a name of the file counts, and a function's before that of a value. Where a language `shadows` names, a local is seen
    behind what it is given, and takes the place of one of the same name before it. `read_documentation` says which types a
    comment names; they count where the code names none, or only one of the `vague_types`. Where a language `has_blocks`, what
    a block of code defines is a name only there, unless it `is_hoisted`: then it is one in all of the function around it.
    `space_prefix` makes the whole key of a space of a namespace around imports. `operators` are the methods that run where
    a sign is written, by the type of its node, or by that and the sign; `{}` in a method's name is the sign.
    `count_pointers` says how many pointers an argument has more than what it is written with. `given_objects` are the types
    of nodes that may be objects or functions which something takes whose type is declared elsewhere.
    """

    name: str
    load: Callable[[], object]
    query_file: str
    shared_query_files: tuple[str, ...] = ()
    expressions: Mapping[str, ExpressionShape]
    types: Mapping[str, TypeShape]
    read_imports: ReadImports
    mend: Mend = as_it_is
    mend_all: MendAll = all_as_they_are
    mend_exports: MendExports = exports_as_they_are
    peculiar_types: Mapping[str, ReadType] = msgspec.field(default_factory=dict)
    peculiar_expressions: Mapping[str, ReadExpression] = msgspec.field(default_factory=dict)
    read_given: ReadExpression | None = None
    read_taken: ReadExpression | None = None
    replaces_functions: bool = False
    receivers: Mapping[str, bool] = msgspec.field(default_factory=dict)
    prepare: Prepare = as_written
    alternatives: Alternatives = only_itself
    simplify: Prepare = as_written
    recapture: Recapture = as_captured
    named_arguments: Mapping[str, str] = msgspec.field(default_factory=dict)
    assigned_arguments: frozenset[str] = frozenset()
    separators: tuple[str, ...] = ()
    space_prefix: str = ""
    operators: Mapping[str, str] = msgspec.field(default_factory=dict)
    comments: frozenset[str] = frozenset({"comment"})
    passed_over: frozenset[str] = frozenset()
    documenting: str = ""
    words: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    untyped: frozenset[str] = frozenset()
    visibility: Visibility = Visibility.PUBLIC
    defines_by_assigning: bool = False
    shadows: bool = False
    blank_names: frozenset[str] = frozenset()
    called_names: frozenset[str] = frozenset()
    marks: str = ""
    constant_words: frozenset[str] = frozenset({"const", "final", "readonly"})
    has_overloads: bool = False
    find_called_names: FindCalledNames = nothing_called
    read_documentation: ReadDocumentation = nothing_documented
    vague_types: frozenset[str] = frozenset()
    shows_locals_late: bool = False
    reads_arguments: bool = False
    listers: frozenset[str] = frozenset()
    count_pointers: CountPointers | None = None
    gives_several: bool = False
    makes_without_brackets: bool = False
    given_objects: frozenset[str] = frozenset()
    has_blocks: bool = False
    is_hoisted: IsHoisted = never_hoisted

    @property
    def parser(self) -> tree_sitter.Parser:
        """A parser for the language."""
        return tree_sitter.Parser(_language(self.load))

    @property
    def query(self) -> tree_sitter.Query:
        """The query of the language, which is compiled once."""
        return _query(self.load, (self.query_file, *self.shared_query_files))


@cache
def _language(load: Callable[[], object]) -> tree_sitter.Language:
    return tree_sitter.Language(load())


@cache
def _query(load: Callable[[], object], files: tuple[str, ...]) -> tree_sitter.Query:
    sources = (packaged("codeshed.extract.languages", file).decode() for file in files)
    return tree_sitter.Query(_language(load), "\n".join(sources))

"""SemanticData: the definitions and references of a repository. The public contract between extractors and the builder.

`docs/reference/semantic-data.md` is its normative description. Field names and values are those of the JSON
form. Optional fields may be left out; a reader ignores fields that it does not know.
"""

import enum
from collections.abc import Iterator
from typing import Annotated, Protocol

import msgspec

from codeshed.model.span import Span

SCHEMA_VERSION = 1

Confidence = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
"""How sure something is, from 0 to 1."""

Count = Annotated[int, msgspec.Meta(ge=0)]


class DefinitionKind(enum.Enum):
    """What a definition defines."""

    FUNCTION = "Function"
    VARIABLE = "Variable"
    TYPE = "Type"


class Mutability(enum.Enum):
    """Whether a variable can have other values than the one it was defined with."""

    CONST = "Const"
    IMMUTABLE = "Immutable"
    MUTABLE = "Mutable"


class VariableKind(enum.Enum):
    """Where a variable lives. `Local` and `Parameter` are symbols that belong to their function."""

    GLOBAL = "Global"
    CLASS_FIELD = "ClassField"
    LOCAL = "Local"
    PARAMETER = "Parameter"


class TypeKind(enum.Enum):
    """What kind of type a definition declares. `Interface` stands for Protocols and traits too."""

    CLASS = "Class"
    INTERFACE = "Interface"
    STRUCT = "Struct"
    ENUM = "Enum"
    TYPE_ALIAS = "TypeAlias"
    UNION = "Union"
    INTERSECTION = "Intersection"
    TYPE_VAR = "TypeVar"


class TypeSource(enum.Enum):
    """How a type is known: written in the code, or found out."""

    ANNOTATION = "Annotation"
    INFERRED = "Inferred"
    EXTERNAL_CALL_RETURN = "ExternalCallReturn"
    UNKNOWN = "Unknown"


class Visibility(enum.Enum):
    """Who may use a definition."""

    PUBLIC = "Public"
    PROTECTED = "Protected"
    INTERNAL = "Internal"
    PRIVATE = "Private"


class ParameterKind(enum.Enum):
    """How a parameter takes its arguments."""

    POSITIONAL_ONLY = "PositionalOnly"
    POSITIONAL_OR_KEYWORD = "PositionalOrKeyword"
    VARIADIC_POSITIONAL = "VariadicPositional"
    KEYWORD_ONLY = "KeywordOnly"
    VARIADIC_KEYWORD = "VariadicKeyword"


class ReferenceRole(enum.Enum):
    """What a reference does with its target."""

    CALL = "Call"
    READ = "Read"
    WRITE = "Write"
    DECORATE = "Decorate"
    IMPORT = "Import"
    EXPORT = "Export"
    USE = "Use"
    IMPLEMENT = "Implement"


class Provenance(enum.Enum):
    """How an edge is known, from the most certain to the least."""

    DECLARED = "declared"
    TYPED = "typed"
    INFERRED = "inferred"
    HEURISTIC = "heuristic"


class UnresolvedReason(enum.Enum):
    """Why a reference has no target. `docs/reference/semantic-data.md` explains each code."""

    UNKNOWN_RECEIVER = "unknown_receiver"
    UNKNOWN_BASES = "unknown_bases"
    UNKNOWN_MEMBER = "unknown_member"
    UNKNOWN_NAME = "unknown_name"
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_VALUE = "unknown_value"
    MISSING_MODULE = "missing_module"
    EXTERNAL_VALUE = "external_value"
    MODULE_VALUE = "module_value"
    BUILTIN_MEMBER = "builtin_member"
    TOO_MANY_TARGETS = "too_many_targets"
    SEVERAL_DEFINITIONS = "several_definitions"
    UNNAMED_CODE = "unnamed_code"
    SHAPE_ONLY = "shape_only"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "UnresolvedReason | None":
        """Take any other text as `OTHER`: an older or later extractor may have reasons that this reader does not know."""
        return cls.OTHER if isinstance(value, str) else None


class ArgumentKind(enum.Enum):
    """How an argument stands in a call."""

    POSITIONAL = "Positional"
    KEYWORD = "Keyword"
    SPREAD_POSITIONAL = "SpreadPositional"
    SPREAD_KEYWORD = "SpreadKeyword"


class ParamDef(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One parameter of a function, in the order of the declaration, `self` included."""

    name: str
    param_type: str | None = None
    type_source: TypeSource | None = None
    kind: ParameterKind | None = None
    has_default: bool = False
    is_variadic: bool = False


class Modifiers(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a function is declared as, beyond its signature."""

    is_abstract: bool = False
    is_async: bool = False
    is_generator: bool = False
    is_static: bool = False
    is_class_method: bool = False
    is_constructor: bool = False
    is_property: bool = False
    is_final: bool = False
    is_virtual: bool | None = None
    is_override: bool | None = None
    has_body: bool | None = None


class TypeParamDef(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One type parameter of a generic function or type."""

    name: str
    symbol_id: str | None = None
    bound: str | None = None
    constraints: tuple[str, ...] = ()


class DefinitionDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a definition by its kind. Fields of another kind stay away."""

    # Functions.
    parameters: tuple[ParamDef, ...] | None = None
    return_types: tuple[str, ...] | None = None
    return_type_source: TypeSource | None = None
    modifiers: Modifiers | None = None

    # Variables.
    var_type: str | None = None
    type_source: TypeSource | None = None
    mutability: Mutability | None = None
    variable_kind: VariableKind | None = None

    # Types; for one that no document defines, its methods say what it implements.
    type_kind: TypeKind | None = None
    is_abstract: bool | None = None
    has_primary_constructor: bool | None = None
    inherits: tuple[str, ...] | None = None
    implements: tuple[str, ...] | None = None
    """Of a function, the interface that it is written for: `void IShape.Draw()` in C#; empty if it is for none."""
    bound: str | None = None
    constraints: tuple[str, ...] | None = None
    has_unknown_base: bool | None = None

    # Functions and types.
    type_params: tuple[TypeParamDef, ...] | None = None

    # Variables and types; of a function the modifiers say it.
    is_final: bool | None = None


class Definition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A function, variable or type of the repository."""

    symbol_id: str
    name: str
    kind: DefinitionKind
    span: Span
    documentation: str | None = None
    enclosing_symbol: str | None = None
    is_external: bool = False
    details: DefinitionDetails = DefinitionDetails()
    signature: str | None = None
    visibility: Visibility | None = None
    complexity: Count | None = None


class Candidate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One of several symbols that an ambiguous reference may mean."""

    symbol: str
    confidence: Confidence | None = None


class Reference(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One place where code uses a symbol."""

    enclosing_symbol: str
    target_symbol: str | None = None
    role: ReferenceRole
    receiver: str | None = None
    method_name: str | None = None
    assigned_to: str | None = None
    span: Span | None = None
    confidence: Confidence | None = None
    provenance: Provenance | None = None
    candidates: tuple[Candidate, ...] = ()
    reason: UnresolvedReason | None = None
    is_behavioral: bool | None = None
    is_exact: bool | None = None
    is_type_only: bool | None = None
    receiver_types: tuple[str, ...] | None = None
    receiver_closed: bool | None = None
    receiver_types_omitted: Count | None = None
    argument_count: Count | None = None
    argument_kinds: tuple[ArgumentKind, ...] | None = None
    keyword_names: tuple[str, ...] | None = None
    text: str | None = None


class EntryPoint(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A function or class that something outside the repository calls, and how that is known."""

    symbol: str
    kind: str
    detail: str | None = None
    evidence: str | None = None
    span: Span | None = None


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that kept an extractor from reading a file whole."""

    code: str
    message: str
    span: Span | None = None


class DocumentHead(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a file as a whole.

    `statement_lines` are the first and last lines of statements of several lines, without what is nested in them; None
    where statements are not known.
    """

    path: str
    language: str | None = None
    content_hash: str | None = None
    is_generated: bool = False
    problems: tuple[Problem, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    statement_lines: tuple[tuple[Count, Count], ...] | None = None


class Document(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One file: its definitions and its references."""

    path: str
    language: str | None = None
    content_hash: str | None = None
    is_generated: bool = False
    problems: tuple[Problem, ...] = ()
    definitions: tuple[Definition, ...] = ()
    references: tuple[Reference, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    statement_lines: tuple[tuple[Count, Count], ...] | None = None

    @property
    def head(self) -> DocumentHead:
        """The document without definitions and references."""
        return DocumentHead(
            path=self.path,
            language=self.language,
            content_hash=self.content_hash,
            is_generated=self.is_generated,
            problems=self.problems,
            entry_points=self.entry_points,
            statement_lines=self.statement_lines,
        )


class ExternalSymbol(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A symbol of the standard library or a third-party package that the repository uses."""

    symbol_id: str
    name: str
    kind: DefinitionKind
    documentation: str | None = None
    enclosing_symbol: str | None = None
    details: DefinitionDetails = DefinitionDetails()
    signature: str | None = None


class SemanticDocuments(Protocol):
    """SemanticData as the builder reads it: one document at a time, all definitions before all references."""

    @property
    def external_symbols(self) -> tuple[ExternalSymbol, ...]:
        """All external symbols."""

    def iter_definitions(self) -> Iterator[tuple[DocumentHead, tuple[Definition, ...]]]:
        """Yield each document with its definitions."""

    def iter_references(self) -> Iterator[tuple[DocumentHead, tuple[Reference, ...]]]:
        """Yield each document with its references."""


class SemanticData(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole repository as an extractor saw it, in memory."""

    schema_version: int = SCHEMA_VERSION
    documents: tuple[Document, ...]
    external_symbols: tuple[ExternalSymbol, ...] = ()

    def iter_definitions(self) -> Iterator[tuple[DocumentHead, tuple[Definition, ...]]]:
        """Yield each document with its definitions."""
        for document in self.documents:
            yield document.head, document.definitions

    def iter_references(self) -> Iterator[tuple[DocumentHead, tuple[Reference, ...]]]:
        """Yield each document with its references."""
        for document in self.documents:
            yield document.head, document.references

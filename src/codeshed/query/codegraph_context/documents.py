"""The CodeGraphContext document, and the three documents that say why there is none.

`docs/reference/codegraph-context.md` explains each field.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

ContextVersion = Literal["1.0"]
ChangeType = Literal["edit", "create", "delete", "refactor"]
FocusArea = Literal["test_interfaces", "non_test_interfaces"]
Strategy = Literal["blast_radius"]
SizeStatus = Literal["minimal", "optimal", "large", "truncated"]
Level = Literal["low", "medium", "high"]
StepName = Literal[
    "remove_priority_3",
    "compress_signatures",
    "truncate_documentation",
    "limit_relationships",
    "space_permitting",
]
"""The four steps of truncation in their order; `space_permitting` then leaves out what is no direct dependency."""

MAX_TOKENS = 100_000
DEFAULT_HOPS = 2
REFACTOR_HOPS = 3
MAX_HOPS = 3


class LineRange(msgspec.Struct, frozen=True, kw_only=True):
    """The first and the last line of an entity."""

    start: int
    end: int


class FieldSignature(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a type. The type is as the code writes it, or else inferred."""

    name: str
    type: str | None
    visibility: str | None


class ParameterSignature(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter. The type is as the code writes it, or else inferred; `pattern` says how the parameter takes its value."""

    name: str
    type: str | None
    pattern: str


class EntitySignature(msgspec.Struct, frozen=True, kw_only=True):
    """A signature: of a type its fields, generics and traits; of a function its parameters and what follows them.

    A variable has a type, and so has an alias: what it stands for.
    Traits are bases, protocols and interfaces, and the decorators that change what a type is.
    """

    fields: tuple[FieldSignature, ...] | UnsetType = UNSET
    generics: tuple[str, ...] | UnsetType = UNSET
    traits: tuple[str, ...] | UnsetType = UNSET
    parameters: tuple[ParameterSignature, ...] | UnsetType = UNSET
    return_type: str | UnsetType | None = UNSET
    is_async: bool | UnsetType = msgspec.field(default=UNSET, name="async")
    unsafe: bool | UnsetType = UNSET
    const: bool | UnsetType = UNSET
    type: str | UnsetType | None = UNSET
    mutability: str | UnsetType | None = UNSET


class InterfaceSignature(msgspec.Struct, frozen=True, kw_only=True):
    """What an entity looks like from outside. Its body is never there."""

    entity_type: str
    name: str
    visibility: str | None
    file_path: str
    line_range: LineRange
    signature: EntitySignature
    module_path: tuple[str, ...]
    documentation: str | None


class TddClassification(msgspec.Struct, frozen=True, kw_only=True):
    """How an entity is tested and how risky a change of it is. `test_coverage_source` says where the estimate comes from."""

    testability: Level
    complexity: Level
    dependencies: int
    test_coverage_estimate: float
    test_coverage_source: Literal["coverage_file", "test_reach"]
    critical_path: bool
    change_risk: Level


class TraitImplementations(msgspec.Struct, frozen=True, kw_only=True):
    """What a type implements: as its code says, or as its members show."""

    inferred: tuple[str, ...]
    explicit: tuple[str, ...]


class TypeInformation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Types by name of field or parameter, `return` for what a function returns; inferred ones too."""

    resolved_types: dict[str, str] = {}
    trait_impls: TraitImplementations | UnsetType = UNSET


class UsageAnalysis(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How often an entity is used, the first files that use it, and what it uses of imports from other packages."""

    references: int
    call_sites: tuple[str, ...]
    imports: tuple[str, ...] = ()


class SemanticTokens(msgspec.Struct, frozen=True, kw_only=True):
    """The token type of an entity's name, and its modifiers, as language servers call them."""

    type: str
    modifier: tuple[str, ...]


class LspMetadata(msgspec.Struct, frozen=True, kw_only=True):
    """What a language server would say of an entity."""

    type_information: TypeInformation
    usage_analysis: UsageAnalysis
    semantic_tokens: SemanticTokens | UnsetType = UNSET


class ContextEntity(msgspec.Struct, frozen=True, kw_only=True):
    """A function, type, variable or module near the base entities. Level 0 is a base entity."""

    isgl1_key: str
    interface_signature: InterfaceSignature
    tdd_classification: TddClassification
    lsp_metadata: LspMetadata
    relevance_score: float
    dependency_level: int


class RelationshipContext(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a relationship is in the code; of an implementation, also the methods that it is about."""

    implementation_location: str | None = None
    trait_methods: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()
    n_locations: int = 0


class ContextRelationship(msgspec.Struct, frozen=True, kw_only=True):
    """That one entity depends on another. The strength is the confidence of the edge."""

    dependent: str
    dependency: str
    relationship_type: str
    strength: float
    context: RelationshipContext


class QueryContext(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked. With `create`, base entities may not exist yet."""

    base_entities: tuple[str, ...]
    hop_depth: int
    change_type: ChangeType
    focus_areas: tuple[FocusArea, ...]
    size_limit: int
    optimization_strategy: Strategy


class ExcludedEntity(msgspec.Struct, frozen=True, kw_only=True):
    """An entity that did not fit, and the step that left it out."""

    isgl1_key: str
    relevance_score: float
    step: StepName


class TruncationStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of truncation that was needed, and how many entities or relationships it shortened or left out."""

    step: StepName
    n_affected: int


class BudgetUse(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of a part of the document, measured by itself, and the share of the limit that is meant for it."""

    part: Literal["structure", "entities", "relationships", "metadata"]
    tokens: int
    share: int


class OptimizationInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What was left out and why. `excluded_entities` lists the most relevant ones, `n_excluded_entities` counts all."""

    excluded_entities: tuple[ExcludedEntity, ...]
    n_excluded_entities: int
    n_excluded_relationships: int
    truncation_applied: bool
    prioritization_strategy: Strategy
    steps: tuple[TruncationStep, ...]
    budget: tuple[BudgetUse, ...]
    warnings: tuple[str, ...]


class CodeGraphContext(msgspec.Struct, frozen=True, kw_only=True):
    """Entities around a change, and how they depend on each other. `token_count` is that of this very document."""

    version: ContextVersion
    generated_at: str | None
    token_count: int
    size_status: SizeStatus
    query_context: QueryContext
    entities: tuple[ContextEntity, ...]
    relationships: tuple[ContextRelationship, ...]
    optimization_info: OptimizationInfo


class ContextSizeExceeded(msgspec.Struct, frozen=True, kw_only=True):
    """Base entities and their direct dependencies have more tokens than the limit, as short as they can be."""

    error: Literal["context_size_exceeded"]
    message: str
    attempted_size: int
    suggestion: str


class EntityNotFound(msgspec.Struct, frozen=True, kw_only=True):
    """Base entities that do not exist, or of which there are several."""

    error: Literal["entity_not_found"]
    message: str
    missing_entities: tuple[str, ...]
    suggestion: str


class DependencyCycleDetected(msgspec.Struct, frozen=True, kw_only=True):
    """A cycle among the entities, and the caller wanted that to be an error."""

    error: Literal["dependency_cycle_detected"]
    message: str
    cycle_path: tuple[str, ...]
    suggestion: str


ContextError = ContextSizeExceeded | EntityNotFound | DependencyCycleDetected

"""Architecture rules: which files may depend on which, by imports and by calls.

One type for JSON, JSONC, YAML and TOML. `docs/reference/architecture.md` explains every rule.
"""

from typing import Annotated, Literal

import msgspec

RuleType = Literal[
    "forbiddenImport",
    "forbiddenCall",
    "layering",
    "independence",
    "acyclic",
    "protected",
    "orphan",
    "allowedOnly",
    "bannedExternal",
]
"""What a rule demands."""

EdgeType = Literal["import", "call"]
RuleSeverity = Literal["error", "warn", "info"]

Glob = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
MAX_NAME = 200
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]


class PathSelectorV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Files by globs: those that match one of `any_of` and none of `none_of`. Without `any_of` all files match."""

    any_of: tuple[Glob, ...] | None = None
    none_of: tuple[Glob, ...] = ()


ALL_FILES = PathSelectorV1()


class NamedGroup(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Files with a name: a layer, or one of several groups that do not know each other."""

    name: Name
    match: PathSelectorV1


class RuleLayer(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One layer. Its `members`, instead of `match`, are groups that do not know each other."""

    name: Name
    match: PathSelectorV1 | None = None
    members: tuple[NamedGroup, ...] = ()

    @property
    def groups(self) -> tuple[NamedGroup, ...]:
        """The groups of the layer: its members, or itself."""
        own = () if self.match is None else (NamedGroup(name=self.name, match=self.match),)
        return self.members or own


class AllowedDependency(
    msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from"}, omit_defaults=True
):
    """One kind of dependency that a rule allows."""

    from_: PathSelectorV1 = ALL_FILES
    to: PathSelectorV1 = ALL_FILES


class RuleException(msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from"}, omit_defaults=True):
    """Dependencies that a rule does not see, the reason, and the last day on which that holds (`2027-06-30`)."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    from_: PathSelectorV1 = ALL_FILES
    to: PathSelectorV1 = ALL_FILES
    until: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None


class ArchitectureRuleV1(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={
        "from_": "from",
        "allowed_from": "allowedFrom",
        "reachable_from": "reachableFrom",
        "type_only": "typeOnly",
        "min_confidence": "minConfidence",
    },
    omit_defaults=True,
):
    """One rule. `FIELDS_BY_TYPE` says which fields each type of rule needs and may have."""

    id: Name
    type: RuleType
    severity: RuleSeverity = "error"
    message: str | None = None
    from_: PathSelectorV1 | None = None
    to: PathSelectorV1 | None = None
    layers: tuple[RuleLayer, ...] = ()
    order: Literal["topFirst", "bottomUp"] = "topFirst"
    exhaustive: PathSelectorV1 | None = None
    members: tuple[NamedGroup, ...] = ()
    each: Glob | None = None
    modules: PathSelectorV1 | None = None
    allowed_from: PathSelectorV1 | None = None
    match: PathSelectorV1 | None = None
    reachable_from: PathSelectorV1 | None = None
    allowed: tuple[AllowedDependency, ...] = ()
    packages: tuple[Name, ...] = ()
    edges: tuple[EdgeType, ...] | None = None
    via: Literal["direct", "transitive"] = "direct"
    type_only: Literal["include", "exclude", "only"] = "include"
    min_confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    ignore: tuple[RuleException, ...] = ()

    @property
    def edge_types(self) -> tuple[EdgeType, ...]:
        """The edges that the rule is about."""
        fixed: dict[str, tuple[EdgeType, ...]] = {
            "forbiddenImport": ("import",),
            "forbiddenCall": ("call",),
            "bannedExternal": ("import",),
        }
        return fixed.get(self.type) or self.edges or ("import", "call")


class ArchitectureRulesV1(msgspec.Struct, frozen=True, kw_only=True):
    """A file of rules."""

    version: Literal[1]
    rules: tuple[ArchitectureRuleV1, ...]


class RuleFields(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that one type of rule needs, those of which it needs one, and those that it may have besides."""

    required: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


COMMON_FIELDS = ("id", "type", "severity", "message", "typeOnly", "minConfidence", "ignore")
"""Fields of every rule."""

FIELDS_BY_TYPE: dict[str, RuleFields] = {
    "forbiddenImport": RuleFields(required=("from", "to"), optional=("via",)),
    "forbiddenCall": RuleFields(required=("from", "to"), optional=("via",)),
    "layering": RuleFields(required=("layers",), optional=("order", "exhaustive", "edges", "via")),
    "independence": RuleFields(one_of=("members", "each"), optional=("edges", "via")),
    "acyclic": RuleFields(one_of=("members", "each"), optional=("edges",)),
    "protected": RuleFields(required=("modules", "allowedFrom"), optional=("edges",)),
    "orphan": RuleFields(required=("match",), optional=("reachableFrom", "edges")),
    "allowedOnly": RuleFields(required=("from", "allowed"), optional=("edges",)),
    "bannedExternal": RuleFields(required=("from", "packages"), optional=("via",)),
}


class PlacedRules(msgspec.Struct, frozen=True, kw_only=True):
    """Rules, the file that they are from, and the line of each."""

    rules: tuple[ArchitectureRuleV1, ...]
    origin: str
    lines: tuple[int | None, ...]

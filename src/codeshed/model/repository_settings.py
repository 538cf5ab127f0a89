"""Settings: what a repository may decide about its index.

One type for `codeshed.toml` and for `[tool.codeshed]` in `pyproject.toml`. Its JSON Schema is published, and
`docs/reference/settings.md` explains it.
"""

from typing import Annotated, Any, Literal

import msgspec

from codeshed.model.answers.caps import CapSettings
from codeshed.model.findings.suppressions import IgnoredFinding
from codeshed.model.graph_ranking import RetrievalSettings
from codeshed.model.symbol_ids import content_hash

LARGEST_FILE_BYTES = 64 * 1024 * 1024
"""No file is read that is larger than this, whatever the settings say."""

SMALLEST_CEILING = 64 * 1024 * 1024
"""The lowest memory limit: an interpreter with a grammar takes nearly as much."""

IgnorePattern = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"^[^!#\s][^\r\n]*$")]
"""A pattern as in a `.gitignore`, from the root of the repository, without a `!` before it."""

CommonName = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"^\S+$")]
"""A name of a type or method that is too common to be evidence."""


class CommonNames(msgspec.Struct, frozen=True, kw_only=True):
    """Names that the settings exclude as evidence, besides the shipped lists: types by name or id, methods by name."""

    types: tuple[CommonName, ...] = ()
    methods: tuple[CommonName, ...] = ()


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a repository may decide about its index."""

    exclude: Annotated[
        tuple[IgnorePattern, ...],
        msgspec.Meta(
            max_length=1000,
            description="Patterns as in a .gitignore, from the root: what they match is left out.",
        ),
    ] = ()
    include: Annotated[
        tuple[IgnorePattern, ...],
        msgspec.Meta(
            max_length=1000,
            description="Patterns of what is brought back, whichever rule leaves it out. They have the last word.",
        ),
    ] = ()
    max_file_bytes: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=LARGEST_FILE_BYTES,
            description="A larger source file is left out. Notebooks have 64 MiB.",
        ),
    ] = 5_000_000
    generated: Annotated[
        Literal["read", "leave_out"],
        msgspec.Meta(
            description="What becomes of files that say in their first comment that a program wrote them. read: they are "
            "marked, and calls of what they define are resolved."
        ),
    ] = "read"
    types: Annotated[
        Literal["on", "off"],
        msgspec.Meta(description="off: resolve by names and values alone, without the type engine."),
    ] = "on"
    excluded_types: Annotated[
        tuple[CommonName, ...],
        msgspec.Meta(
            max_length=1000,
            description="Further types that are no signal of data flow, by name or id, in addition to the built-in list.",
        ),
    ] = ()
    common_method_names: Annotated[
        tuple[CommonName, ...],
        msgspec.Meta(
            max_length=1000,
            description="Further names of methods that are no evidence of inheritance, in addition to the built-in list.",
        ),
    ] = ()
    caps_profile: Annotated[
        Literal["default", "small", "large", "wide"],
        msgspec.Meta(description="Which profile of caps answers have by default."),
    ] = "default"
    caps: Annotated[
        CapSettings,
        msgspec.Meta(description="Single caps that replace those of the profile, by name."),
    ] = CapSettings()
    ignore: Annotated[
        tuple[IgnoredFinding, ...],
        msgspec.Meta(
            max_length=1000,
            description="Findings that do not count: a code or the id of a rule, a glob of paths, and the reason.",
        ),
    ] = ()
    rules: Annotated[
        tuple[dict[str, Any], ...] | dict[str, Any],
        msgspec.Meta(
            description="Architecture rules, as in codeshed-rules.json: the list of rules alone, or with its version."
        ),
    ] = ()
    workers: Annotated[
        int, msgspec.Meta(ge=0, le=256, description="How many processes read files; 0: as many as help.")
    ] = 0
    max_memory_bytes: Annotated[
        int,
        msgspec.Meta(
            ge=0, description="How much memory indexing may take; 0: three quarters of what is free."
        ),
    ] = 0
    max_cache_bytes: Annotated[
        int, msgspec.Meta(ge=0, description="How large the cache of parsed files may grow.")
    ] = 1_000_000_000
    refresh: Annotated[
        Literal["auto", "quick", "always", "never"],
        msgspec.Meta(
            description="When an answer brings the index up to date first; auto: after small changes; quick: likewise, but a "
            "few edited files are only shown, without types and what rests on them."
        ),
    ] = "auto"
    refresh_max_files: Annotated[
        int, msgspec.Meta(ge=0, description="How many changed files are a small change.")
    ] = 200
    retrieval: Annotated[
        RetrievalSettings,
        msgspec.Meta(
            description="Search: graphRanking, whether the graph reorders hits, and contextExpansion, whether code beside "
            "them is added."
        ),
    ] = RetrievalSettings()

    @property
    def common_names(self) -> CommonNames:
        """The excluded names, sorted."""
        return CommonNames(
            types=tuple(sorted({*self.excluded_types})), methods=tuple(sorted({*self.common_method_names}))
        )


def settings_signature(settings: Settings) -> str:
    """Return a hash of the settings that change the content of an index, not of those about speed and freshness."""
    decisive = {
        "exclude": sorted(set(settings.exclude)),
        "include": sorted(set(settings.include)),
        "max_file_bytes": settings.max_file_bytes,
        "generated": settings.generated,
        "types": settings.types,
        "excluded_types": settings.common_names.types,
        "common_method_names": settings.common_names.methods,
    }
    return content_hash(msgspec.json.encode(decisive, order="sorted"))

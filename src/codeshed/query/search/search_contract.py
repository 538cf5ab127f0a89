"""The request and the answer of a search."""

from typing import Literal

import msgspec

from codeshed.model.answers.answer_basis import Basis
from codeshed.model.answers.answer_graph import Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import NodeRef
from codeshed.model.answers.truncation import TruncationRecord, WarningRecord
from codeshed.model.graph_ranking import ContextExpansionConfig, GraphRankingConfig

HitKind = Literal["function", "type", "module"]
ScoreType = Literal["text", "context"]


class SearchFilters(msgspec.Struct, frozen=True, kw_only=True):
    """Which files and units may be hits; None or empty leaves all in.

    Globs are of paths: `src/**`, `*.py`. `changed` are the only paths allowed, where it is given.
    """

    languages: tuple[str, ...] = ()
    kinds: tuple[HitKind, ...] = ()
    globs: tuple[str, ...] = ()
    tests: Literal["any", "only", "none"] = "any"
    changed: tuple[str, ...] | None = None


class SearchRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The text, the filters and caps; `maxCandidates` is how many hits and how many files are listed."""

    caps: Caps
    text: str
    filters: SearchFilters = SearchFilters()
    explain: bool = False
    explain_expansion: bool = False
    graph_ranking: GraphRankingConfig = GraphRankingConfig()
    context_expansion: ContextExpansionConfig = ContextExpansionConfig()


class QueryReading(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How the text was read: how many words it has, and what of it names code."""

    title: str
    n_terms: int
    frames: tuple[str, ...] = ()
    named_paths: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


class MatchedWord(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A word of the query in a hit: its stem, what it adds to the score of its words, and in which fields it stands."""

    word: str
    weight: float
    fields: tuple[str, ...]


class MatchedCommit(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A commit whose message matches and that changed the file of a hit: its id, title and score."""

    id: str
    title: str
    score: float


class GraphScoreBreakdownV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What the graph adds to a score: `delta` is the weighted sum of the features; a feature that is not known is null."""

    enabled: bool
    delta: float
    features: dict[str, float | None]
    truncated: bool = False
    truncation: tuple[TruncationRecord, ...] = ()


class ScoreBreakdown(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Why something is a hit: features times their weights, words, frames (those in the unit, else those in its file) and commits; `graph` if graph ranking is on."""

    text: float
    features: dict[str, float]
    file_features: dict[str, float]
    words: tuple[MatchedWord, ...] = ()
    commits: tuple[MatchedCommit, ...] = ()
    frames: tuple[str, ...] = ()
    graph: GraphScoreBreakdownV1 | None = None


class ExpansionReason(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How a hit of context expansion belongs to another hit: the relation, and which hit."""

    relation: str
    of: NodeRef


class SearchHitV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A function, a type, or the rest of a file. `line` is the one that matters most, with its text.

    `ref` is the chunk; `symbol` is its symbol, if it has one. Hits of type `context` were added by context expansion.
    """

    ref: NodeRef
    kind: HitKind
    name: str
    file: str
    start_line: int
    end_line: int
    line: int
    score: float
    score_type: ScoreType
    symbol: str | None = None
    text: str | None = None
    is_test: bool = False
    score_breakdown: ScoreBreakdown | None = None
    reasons: tuple[ExpansionReason, ...] = ()
    n_reasons_omitted: int = 0


class FoundFile(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A file with its score, which counts its best functions, its whole text, its path, and commits."""

    path: str
    score: float
    is_test: bool = False


class UsedHistory(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How many commits were searched, or why none were."""

    n_commits: int
    reason: str | None = None


class SearchStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much was searched, how much matched, and how much work the graph took."""

    n_files: int
    n_units: int
    n_files_found: int
    n_units_found: int
    work_units_used: int


class SearchReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What a text means: functions, types and rests of files by falling score, and files by theirs.

    With graph ranking, hits are ordered by the score plus the delta of the graph; hits of context expansion come last.
    """

    version: Version
    query: QueryReading
    hits: tuple[SearchHitV1, ...]
    best_files: tuple[FoundFile, ...]
    history: UsedHistory
    stats: SearchStats
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()

"""Searches: what is asked for in words, and what the answers are made of.

Turns: options → SearchRequest; an open index → SearchCorpus, kept until the index or the checked-out commit changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import msgspec
from msgspec.structs import replace

from codeshed.api.option_values import require_one_of
from codeshed.errors import InvalidOptionError
from codeshed.model.answers.caps import Caps
from codeshed.model.graph_ranking import GraphRankingConfig, SeedSelection
from codeshed.model.languages.language import LANGUAGES
from codeshed.model.repository_settings import Settings
from codeshed.query.search.search_contract import HitKind, SearchFilters, SearchRequest

if TYPE_CHECKING:
    from codeshed.graph.seeds.similar_names import NameList
    from codeshed.search.ranking import SearchCorpus

TestFilter = Literal["any", "only", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """Filters of a search, and what replaces the settings of graph ranking and context expansion; None: as they say."""

    languages: Sequence[str] = ()
    kinds: Sequence[str] = ()
    globs: Sequence[str] = ()
    tests: str = "any"
    changed_since: str | None = None
    explain: bool = False
    graph_ranking: bool | None = None
    graph_ranking_max_work: int | None = None
    graph_ranking_max_ms: int | None = None
    graph_ranking_seeds: str | None = None
    graph_ranking_seed_k: int | None = None
    context_expansion: bool | None = None
    context_expansion_explain: bool = False


def search_request(
    root: Path, text: str, options: SearchOptions, settings: Settings, caps: Caps
) -> SearchRequest:
    """Check the options of a search."""
    if not text.strip():
        raise InvalidOptionError(
            "the query is empty", hint='say what to search for: codeshed search "wrong total"'
        )
    for language in options.languages:
        require_one_of("language", language, tuple(sorted(LANGUAGES)))
    for kind in options.kinds:
        require_one_of("kind of hit", kind, get_args(HitKind))
    require_one_of("filter of tests", options.tests, get_args(TestFilter))
    ranking = _graph_ranking(options, settings.retrieval.graph_ranking)
    expansion = settings.retrieval.context_expansion
    if options.context_expansion is not None:
        expansion = replace(expansion, enabled=options.context_expansion)
    elif options.context_expansion_explain and not expansion.enabled:
        raise InvalidOptionError(
            "context expansion is off, so there is nothing to explain", hint="add --context-expansion"
        )
    filters = SearchFilters(
        languages=tuple(options.languages),
        globs=tuple(options.globs),
        changed=None if options.changed_since is None else _changed_since(root, options.changed_since),
    )
    # What was checked above is one of the words of these fields.
    filters = msgspec.convert(
        {**msgspec.structs.asdict(filters), "kinds": tuple(options.kinds), "tests": options.tests},
        SearchFilters,
    )
    return SearchRequest(
        caps=caps,
        text=text,
        filters=filters,
        explain=options.explain,
        explain_expansion=options.context_expansion_explain or options.explain,
        graph_ranking=ranking,
        context_expansion=expansion,
    )


def _graph_ranking(options: SearchOptions, settings: GraphRankingConfig) -> GraphRankingConfig:
    chosen = {
        "enabled": options.graph_ranking,
        "maxGraphWorkUnits": options.graph_ranking_max_work,
        "maxWallClockMs": options.graph_ranking_max_ms,
        "seedSelection": options.graph_ranking_seeds,
        "seedK": options.graph_ranking_seed_k,
    }
    if options.graph_ranking_seeds is not None:
        require_one_of("selection of seeds", options.graph_ranking_seeds, get_args(SeedSelection))
    given = {name: value for name, value in chosen.items() if value is not None}
    if given and options.graph_ranking is None and not settings.enabled:
        raise InvalidOptionError(
            "graph ranking is off, so its options would change nothing", hint="add --graph-ranking"
        )
    try:
        return msgspec.convert({**msgspec.to_builtins(settings), **given}, GraphRankingConfig)
    except msgspec.ValidationError as error:
        raise InvalidOptionError(
            f"graph ranking is set wrongly: {error}", hint="see docs/reference/search.md"
        ) from None


def _changed_since(root: Path, revision: str) -> tuple[str, ...]:
    from codeshed.api.requested_changes import find_requested_difference

    difference = find_requested_difference(root, revision, is_staged=False)
    return tuple(each.path for each in difference.files if each.new is not None) if difference else ()


class KeptCorpus:
    """The corpus and the names of one revision of an index; made again for another revision or commit."""

    def __init__(self) -> None:
        self._corpus_key = ""
        self._corpus: SearchCorpus | None = None
        self._names_key = ""
        self._names: NameList | None = None

    def corpus(self, key: str, make: "Callable[[], SearchCorpus]") -> "SearchCorpus":
        """Return the corpus of a revision and commit."""
        if self._corpus is None or key != self._corpus_key:
            self._corpus, self._corpus_key = make(), key
        return self._corpus

    def names(self, key: str, make: "Callable[[], NameList]") -> "NameList":
        """Return the names of a revision."""
        if self._names is None or key != self._names_key:
            self._names, self._names_key = make(), key
        return self._names

"""Which code does a text mean: an issue, an error message, a question, half a name?

Turns: CodeGraph + SearchCorpus + SearchRequest → SearchReportV1. The score of a file or function is a weighted sum of
features. Graph ranking and context expansion come afterwards, if they are asked for.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.reexported_names import find_reexported
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import IndexIdentity, basis_of, caps_cause
from codeshed.model.answers.answer_graph import VERSION
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import ChunkRef, SymbolRef
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    n_cuts,
    warning_truncation,
)
from codeshed.model.languages.language import language_of_path
from codeshed.model.source_reader import SourceReader
from codeshed.model.symbol_ids import SEPARATOR, chunk_uid, qualified_name, symbol_of_chunk
from codeshed.query.search.context_expansion import Expansion, expand
from codeshed.query.search.graph_ranking import CoChanges, RankedHit, rank_by_graph
from codeshed.query.search.hit_lines import HitLines
from codeshed.query.search.search_contract import (
    ExpansionReason,
    FoundFile,
    GraphScoreBreakdownV1,
    HitKind,
    MatchedCommit,
    MatchedWord,
    QueryReading,
    ScoreBreakdown,
    SearchHitV1,
    SearchReportV1,
    SearchRequest,
    SearchStats,
    UsedHistory,
)
from codeshed.search.file_words import (
    CODE_BITS,
    CODE_SHIFT,
    DOC_BITS,
    DOC_SHIFT,
    NAME_BITS,
    STRING_BITS,
    STRING_SHIFT,
)
from codeshed.search.path_globs import matches_any
from codeshed.search.query_text import MAX_QUERY_CHARACTERS, Frame, QueryText, read_query
from codeshed.search.ranking import DECIMALS, Ranking, SearchCorpus, rank
from codeshed.search.text_index import Flags, Floats

NO_HISTORY = "NO_HISTORY"
"""The code of the warning that no commits were searched."""

QUERY_CUT = "QUERY_CUT"
"""The code of the warning that only the beginning or the most frequent words of a long query were searched."""

NO_WORDS = "NO_WORDS"
"""The code of the warning that the query has no word that tells anything apart."""

_MAX_RESOLVED_NAMES = 3
_MAX_RESOLVED_ROWS = 8
_MAX_WORDS = 8
_MAX_COMMITS = 3
_MAX_EXPLAINED_FRAMES = 3
_FIELDS = (
    ("name", 0, NAME_BITS),
    ("documentation", DOC_SHIFT, DOC_BITS),
    ("string", STRING_SHIFT, STRING_BITS),
    ("code", CODE_SHIFT, CODE_BITS),
)


def search(
    graph: CodeGraph,
    corpus: SearchCorpus,
    sources: SourceReader,
    request: SearchRequest,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> SearchReportV1:
    """Return the code that a text means: `search(graph, corpus, sources, SearchRequest(caps=caps, text="wrong total"))`."""
    caps = _caps(request)
    query = read_query(request.text)
    ranking = rank(corpus, query, _resolved_names(graph, corpus, query))
    allowed_files, allowed_units = _allowed(corpus, request)
    work = WorkCounter(caps.work, clock)
    units = ranking.best_units(allowed_units, caps.max_candidates)
    maker = _HitMaker(graph, corpus, sources, query, ranking, explain=request.explain)
    hits = [maker.hit(unit) for unit in units]
    truncation: tuple[TruncationRecord, ...] = ()
    if request.graph_ranking.enabled:
        hits, truncation = _with_graph(graph, corpus, hits, request, work)
    if request.context_expansion.enabled:
        beside, cut = _beside(graph, maker, hits, request, work)
        hits, truncation = [*hits, *beside], (*truncation, *cut)
    if request.filters.kinds:
        allowed_files = _with_hits(corpus, ranking, allowed_units)
    files = ranking.best_files(allowed_files, caps.max_candidates)
    n_files = int(np.count_nonzero(ranking.is_file_found & allowed_files))
    n_units = int(np.count_nonzero(ranking.is_unit_found & allowed_units))
    truncation = merge_truncation_records(
        (
            *_cut_hits(
                caps, n_units, n_files, _first_omitted(corpus, ranking, allowed_files, allowed_units, caps)
            ),
            *truncation,
        )
    )
    warnings = cap_warnings((*_warnings(corpus, query), *count_index_warnings(graph.warnings)))
    identity = IndexIdentity() if index is None else index
    return SearchReportV1(
        version=VERSION,
        query=QueryReading(
            title=request.text.strip().partition("\n")[0][:200],
            n_terms=len(query.terms),
            frames=tuple(f"{each.path}:{each.line}" for each in query.frames),
            named_paths=tuple(
                each.path if each.line is None else f"{each.path}:{each.line}" for each in query.paths
            ),
            names=query.names,
            messages=query.messages,
        ),
        hits=tuple(hits),
        best_files=tuple(
            FoundFile(
                path=corpus.index.paths[file],
                score=float(ranking.file_scores[file]),
                is_test=bool(corpus.traits.is_test[file]),
            )
            for file in files
        ),
        history=UsedHistory(n_commits=len(corpus.files_by_commit), reason=corpus.history_reason or None),
        stats=SearchStats(
            n_files=corpus.index.n_files,
            n_units=corpus.index.n_units,
            n_files_found=n_files,
            n_units_found=n_units,
            work_units_used=work.n_done,
        ),
        basis=basis_of((caps_cause(n_cuts(truncation)),), caps, identity),
        truncation=(*truncation, *warning_truncation(warnings, "search")),
        warnings=warnings,
    )


def _caps(request: SearchRequest) -> Caps:
    """Return the caps of the answer: graph ranking brings its own limits on work."""
    ranking = request.graph_ranking
    if not ranking.enabled:
        return request.caps
    return replace(
        request.caps,
        max_work_units=ranking.max_graph_work_units,
        max_wall_clock_ms=ranking.max_wall_clock_ms,
    )


def _resolved_names(graph: CodeGraph, corpus: SearchCorpus, query: QueryText) -> list[tuple[str, str]]:
    """Return the definitions that dotted names of the query mean through re-exports, as paths and names."""
    found = []
    known = corpus.traits.path_parts
    dotted = [name for name in query.names if "." in name and name.partition(".")[0] in known]
    for name in dotted[:_MAX_RESOLVED_NAMES]:
        for row in find_reexported(graph, name)[:_MAX_RESOLVED_ROWS]:
            path, _, own = graph.nodes.symbols[row].partition(SEPARATOR)
            found.append((path, own))
    return found


def _allowed(corpus: SearchCorpus, request: SearchRequest) -> tuple[Flags, Flags]:
    """Return which files and which units the filters let in."""
    filters, text = request.filters, corpus.index
    is_wanted = matches_any(filters.globs)
    changed = None if filters.changed is None else frozenset(filters.changed)
    files = np.ones(text.n_files, dtype=np.bool_)
    if filters.globs or filters.languages or changed is not None:
        files = np.array(
            [
                is_wanted(path)
                and (not filters.languages or language_of_path(path) in filters.languages)
                and (changed is None or path in changed)
                for path in text.paths
            ],
            dtype=np.bool_,
        )
    if filters.tests != "any":
        files &= corpus.traits.is_test == (filters.tests == "only")
    units = files[text.files]
    if filters.kinds:
        is_rest = np.concatenate([[True], text.files[1:] != text.files[:-1]])[: text.n_units]
        is_kind = {
            "function": text.is_function,
            "module": is_rest,
            "type": ~text.is_function & ~is_rest,
        }
        units = units & np.any([is_kind[kind] for kind in filters.kinds], axis=0)
    return files, units


def _with_hits(corpus: SearchCorpus, ranking: Ranking, allowed: Flags) -> Flags:
    """Return which files have a hit of the wanted kinds."""
    files = np.zeros(corpus.index.n_files, dtype=np.bool_)
    files[corpus.index.files[ranking.is_unit_found & allowed]] = True
    return files


def _first_omitted(
    corpus: SearchCorpus, ranking: Ranking, files: Flags, units: Flags, caps: Caps
) -> str | None:
    """Return the key of the first hit that the cap left out, or of the first file."""
    limit = caps.max_candidates
    best = ranking.best_units(units, limit + 1)[limit:]
    if best:
        name, path = corpus.index.name(best[0]), corpus.index.path(best[0])
        return f"chunk:{chunk_uid(f'{path}{SEPARATOR}{name}' if name else path)}"
    others = ranking.best_files(files, limit + 1)[limit:]
    return f"file:{corpus.index.paths[others[0]]}" if others else None


def _cut_hits(caps: Caps, n_units: int, n_files: int, first: str | None) -> list[TruncationRecord]:
    omitted = max(n_units, n_files) - caps.max_candidates
    if omitted <= 0:
        return []
    return [
        TruncationRecord(
            scope="search",
            cap="maxCandidates",
            limit=caps.max_candidates,
            observed=max(n_units, n_files),
            omitted=omitted,
            at=TruncationPlace(node=first),
            note="counts what matches less well; say more of what is meant, or raise maxCandidates",
        )
    ]


def _warnings(corpus: SearchCorpus, query: QueryText) -> list[WarningRecord]:
    warnings = []
    if not query.terms:
        warnings.append(
            WarningRecord(
                code=NO_WORDS, message="the query has no word to search for: only what it names was found"
            )
        )
    if query.is_cut:
        message = f"only the first {MAX_QUERY_CHARACTERS} characters of the query were read"
        warnings.append(WarningRecord(code=QUERY_CUT, message=message))
    elif query.n_terms_omitted:
        message = f"{query.n_terms_omitted} of the least frequent words of the query were not searched"
        warnings.append(WarningRecord(code=QUERY_CUT, message=message))
    if corpus.history_reason:
        which = "not all commits were" if corpus.has_history else "no commits were"
        warnings.append(WarningRecord(code=NO_HISTORY, message=f"{which} searched: {corpus.history_reason}"))
    return warnings


class _HitMaker:
    """Makes hits of units, and of rows of the graph."""

    def __init__(
        self,
        graph: CodeGraph,
        corpus: SearchCorpus,
        sources: SourceReader,
        query: QueryText,
        ranking: Ranking,
        *,
        explain: bool,
    ) -> None:
        self._graph = graph
        self._corpus = corpus
        self._ranking = ranking
        self._explain = explain
        features = ranking.features
        known = np.unique(features.postings.terms).tolist()
        weights = {features.terms[term]: float(features.term_weights[term]) for term in known}
        self._lines = HitLines(sources, weights)
        self._frames = [
            *query.frames,
            *(Frame(each.path, each.line, "") for each in query.paths if each.line is not None),
        ]

    def hit(self, unit: int) -> SearchHitV1:
        """Return the hit that a unit is."""
        index = self._corpus.index
        path, name = index.path(unit), index.name(unit)
        first, last = index.lines(unit)
        symbol = f"{path}{SEPARATOR}{name}" if name else path
        row = self._graph.find_row(symbol)
        if row is not None and name:
            first, _, last, _ = self._graph.nodes.spans[row].tolist()
        kind: HitKind = "function" if index.is_function[unit] else "type" if name else "module"
        within = self._units_within(unit)
        named = self._line_of_frame(path, first, last)
        if named is None or any(low <= named <= high for low, high in within):
            named = self._lines.choose(path, first, last, within)
        line = named
        return SearchHitV1(
            ref=ChunkRef(chunk_uid=chunk_uid(symbol) or symbol),
            symbol=symbol if name else None,
            kind=kind,
            name=name or path,
            file=path,
            start_line=first,
            end_line=last,
            line=line,
            text=self._lines.text(path, line),
            score=float(self._ranking.unit_scores[unit]),
            score_type="text",
            is_test=bool(self._corpus.traits.is_test[int(index.files[unit])]),
            score_breakdown=self._breakdown(unit) if self._explain else None,
        )

    def _units_within(self, unit: int) -> list[tuple[int, int]]:
        """Return the lines of other units inside this one."""
        index = self._corpus.index
        if index.is_function[unit]:
            return []
        first, last = index.lines(unit)
        others = (index.lines(each) for each in index.units_of_file(int(index.files[unit])) if each != unit)
        return [
            (low, high)
            for low, high in others
            if first <= low and high <= last and (low, high) != (first, last)
        ]

    def hit_beside(self, expansion: Expansion, *, max_reasons: int) -> SearchHitV1:
        """Return the hit that context expansion added."""
        nodes = self._graph.nodes
        symbol = nodes.symbols[expansion.row]
        path = self._graph.file_path(expansion.row) or ""
        first, _, last, _ = nodes.spans[expansion.row].tolist()
        reasons = [
            ExpansionReason(relation=relation, of=SymbolRef(symbol_id=nodes.symbols[row]))
            for relation, row in expansion.reasons
        ]
        return SearchHitV1(
            ref=ChunkRef(chunk_uid=chunk_uid(symbol) or symbol),
            symbol=symbol,
            kind="function" if int(nodes.kinds[expansion.row]) == NodeKind.FUNCTION else "type",
            name=qualified_name(symbol),
            file=path,
            start_line=first,
            end_line=last,
            line=first,
            text=self._lines.text(path, first),
            score=expansion.score,
            score_type="context",
            reasons=tuple(reasons[:max_reasons]),
            n_reasons_omitted=max(0, len(reasons) - max_reasons) if max_reasons else 0,
        )

    def _line_of_frame(self, path: str, first: int, last: int) -> int | None:
        """Return a line of the unit that the query names."""
        lines = [each.line for each in self._frames_in(path) if first <= each.line <= last]
        return min(lines, default=None)

    def _frames_in(self, path: str) -> list[Frame]:
        return [each for each in self._frames if path.endswith(each.path) or each.path.endswith(path)]

    def _explained_frames(self, unit: int) -> tuple[str, ...]:
        """Return the frames in a unit, else those in its file."""
        index, features = self._corpus.index, self._ranking.features
        if not features.files["frames"][index.files[unit]]:
            return ()
        (first, last), name = index.lines(unit), index.name(unit).rpartition(".")[2]
        of_file = self._frames_in(index.path(unit))
        own = [each for each in of_file if first <= each.line <= last or each.name.rpartition(".")[2] == name]
        chosen = own if features.units["frames"][unit] else of_file
        texts = [f"{each.path}:{each.line}" + (f" in {each.name}" if each.name else "") for each in chosen]
        return tuple(dict.fromkeys(texts))[:_MAX_EXPLAINED_FRAMES]

    def _breakdown(self, unit: int) -> ScoreBreakdown:
        ranking, index = self._ranking, self._corpus.index
        features, file = ranking.features, int(index.files[unit])
        return ScoreBreakdown(
            text=float(ranking.unit_scores[unit]),
            features=_parts(ranking.weights.units, features.units, unit),
            file_features=_parts(ranking.file_weights, features.files, file),
            words=self._words(unit),
            commits=self._commits(file),
            frames=self._explained_frames(unit),
        )

    def _words(self, unit: int) -> tuple[MatchedWord, ...]:
        features = self._ranking.features
        rows = np.flatnonzero(features.postings.units == unit).tolist()
        found = []
        for row in rows:
            term, counts = int(features.postings.terms[row]), int(features.postings.counts[row])
            fields = tuple(name for name, shift, bits in _FIELDS if counts >> shift & ((1 << bits) - 1))
            weight = round(float(features.term_weights[term]), DECIMALS)
            found.append(MatchedWord(word=features.terms[term], weight=weight, fields=fields))
        return tuple(sorted(found, key=lambda each: (-each.weight, each.word))[:_MAX_WORDS])

    def _commits(self, file: int) -> tuple[MatchedCommit, ...]:
        ranking, commit_index = self._ranking, self._corpus.commit_index
        if commit_index is None:
            return ()
        best: dict[str, float] = {}
        for found in (*ranking.title_commits, *ranking.commits):
            if file in found.files:
                commit = commit_index.paths[found.place]
                best[commit] = max(best.get(commit, 0.0), round(found.score, DECIMALS))
        in_order = sorted(best.items(), key=lambda each: (-each[1], each[0]))[:_MAX_COMMITS]
        return tuple(
            MatchedCommit(id=commit, title=_title(self._corpus, commit), score=score)
            for commit, score in in_order
        )


def _title(corpus: SearchCorpus, commit: str) -> str:
    known = corpus.commits.get(commit)
    return "" if known is None else known.message.partition("\n")[0][:120]


def _parts(weights: Mapping[str, float], columns: Mapping[str, Floats], row: int) -> dict[str, float]:
    """Return what each feature adds to a score, without those that add nothing."""
    parts = {name: round(weight * float(columns[name][row]), DECIMALS) for name, weight in weights.items()}
    return {name: part for name, part in parts.items() if part}


def _with_graph(
    graph: CodeGraph,
    corpus: SearchCorpus,
    hits: Sequence[SearchHitV1],
    request: SearchRequest,
    work: WorkCounter,
) -> tuple[list[SearchHitV1], tuple[TruncationRecord, ...]]:
    """Reorder hits by their scores and what the graph adds; none is added or removed."""
    ranked = [
        RankedHit(row=graph.find_row(symbol_of_chunk(_chunk(hit))), file=hit.file, score=hit.score)
        for hit in hits
    ]
    breakdowns, records = rank_by_graph(
        graph, ranked, request.graph_ranking, _co_changes(corpus, [hit.file for hit in hits]), work
    )
    scored = [
        replace(
            hit,
            score=round(hit.score + breakdown.delta, DECIMALS),
            score_breakdown=_with_breakdown(hit, breakdown),
        )
        for hit, breakdown in zip(hits, breakdowns, strict=True)
    ]
    return sorted(scored, key=lambda hit: -hit.score), records


def _with_breakdown(hit: SearchHitV1, graph: GraphScoreBreakdownV1) -> ScoreBreakdown | None:
    return None if hit.score_breakdown is None else replace(hit.score_breakdown, graph=graph)


def _co_changes(corpus: SearchCorpus, files: Sequence[str]) -> CoChanges | None:
    """Count how often the files of hits changed, alone and together."""
    if not corpus.has_history:
        return None
    wanted = frozenset(files)
    by_file: dict[str, int] = {}
    by_pair: dict[tuple[str, str], int] = {}
    numbers = {number: path for number, path in enumerate(corpus.index.paths) if path in wanted}
    for changed in corpus.files_by_commit.values():
        both = sorted(numbers[number] for number in changed if number in numbers)
        for place, one in enumerate(both):
            by_file[one] = by_file.get(one, 0) + 1
            for other in both[place + 1 :]:
                by_pair[one, other] = by_pair.get((one, other), 0) + 1
    return CoChanges(by_file, by_pair)


def _beside(
    graph: CodeGraph, maker: _HitMaker, hits: Sequence[SearchHitV1], request: SearchRequest, work: WorkCounter
) -> tuple[list[SearchHitV1], tuple[TruncationRecord, ...]]:
    rows = [(graph.find_row(symbol_of_chunk(_chunk(hit))), hit.score) for hit in hits]
    config = request.context_expansion
    expansions, records = expand(
        graph, [(row, score) for row, score in rows if row is not None], config, work
    )
    max_reasons = config.max_reasons if request.explain_expansion else 0
    return [maker.hit_beside(each, max_reasons=max_reasons) for each in expansions], records


def _chunk(hit: SearchHitV1) -> str:
    return hit.ref.chunk_uid if isinstance(hit.ref, ChunkRef) else ""

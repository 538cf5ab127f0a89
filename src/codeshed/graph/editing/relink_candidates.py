"""Which definitions an external may mean.

Turns: CodeGraph + RelinkConfig → RelinkBindings. Candidates are found by their last name through the name index; each
agreement adds to a candidate's score.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.argument_checks import is_whole_number
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.languages.language import is_standard_library_name, is_test_path, language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.symbol_ids import SEPARATOR, dotted_name

_N_SUFFIXES = (2, 3)


class RelinkConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Scores of agreements between an external and a definition; they are added up.

    `exact_name`: the whole name agrees, so that all that precedes it in the definition's dotted name are folders
    that are no packages; a single name must be that of a package or at the top level. `name_suffix`: the last two
    parts of the name agree, and again for the last three; `last_name`: the last part does. `same_language`: the
    definition is in the language of a file that uses the external. `module`: the definition is a module, and the
    name has several parts. Definitions below `min_score` are no candidates: by default a last name in the same
    language is not enough. Ties go to the first symbol.
    """

    exact_name: int = 300
    name_suffix: int = 200
    last_name: int = 100
    same_language: int = 50
    module: int = 120
    min_score: int = 300
    max_candidates: int = 3

    def __post_init__(self) -> None:
        """Reject zero candidates, and invalid scores."""
        if not is_whole_number(self.max_candidates, at_least=1):
            raise InvalidOptionError(
                f"an external cannot be bound to {self.max_candidates!r} candidates",
                hint="give a positive whole number",
            )
        scores = (
            self.exact_name,
            self.name_suffix,
            self.last_name,
            self.same_language,
            self.module,
            self.min_score,
        )
        if not all(is_whole_number(score, at_least=0) for score in scores) or not any(scores[:-1]):
            raise InvalidOptionError(
                "the scores of relinking are whole numbers that are not negative, and not all of them zero",
                hint="leave out those that should be as they are",
            )

    @classmethod
    def strict(cls) -> "RelinkConfig":
        """Return a configuration that binds only to the best candidate."""
        return cls(max_candidates=1)


class RelinkBinding(msgspec.Struct, frozen=True, kw_only=True):
    """An external and its candidates, the best first, with their shares of the best possible score.

    `is_certain`: there is a single candidate, and wherever its package is installed it is imported by exactly this
    name.
    """

    external: int
    candidates: tuple[int, ...]
    shares: tuple[float, ...]
    is_certain: bool


class _Candidate(msgspec.Struct, frozen=True, kw_only=True):
    row: int
    parts: tuple[str, ...]
    n_module_parts: int
    path: str | None
    is_module: bool


class _Scored(msgspec.Struct, frozen=True, kw_only=True):
    row: int
    score: int
    share: float
    is_exact: bool
    is_proven: bool


def find_relink_bindings(
    graph: CodeGraph, config: RelinkConfig, parts: Sequence[CodeGraph] = ()
) -> Iterator[RelinkBinding]:
    """Yield the externals that have edges and candidates, in row order. Names of the language's standard library are skipped.

    With the `parts` that the graph was merged from, a definition counts only if some part that names the external
    does not have it: a part that has both has distinguished them.
    """
    edges = graph.edges
    is_external = (graph.nodes.flags & int(NodeFlag.EXTERNAL)) != 0
    degrees = np.diff(edges.out_starts) + np.diff(edges.in_starts)
    externals = np.flatnonzero(is_external & (degrees > 0)).tolist()
    by_last_name = _CandidatesByName(graph)
    symbols = graph.nodes.symbols
    for external in externals:
        names = tuple(dotted_name(symbols[external]).split("."))
        candidates = by_last_name.find(names[-1])
        if not candidates:
            continue
        languages = _languages_around(graph, external)
        if any(is_standard_library_name(".".join(names), language) for language in languages):
            continue
        scored = [_scored(names, candidate, languages, graph, config) for candidate in candidates]
        enough = [each for each in scored if each.score >= config.min_score]
        users = [part for part in parts if part.find_row(symbols[external]) is not None] if enough else []
        ranked = _ranked([each for each in enough if _is_missing_in_some(symbols[each.row], users)])
        chosen = ranked[: config.max_candidates]
        if chosen:
            yield RelinkBinding(
                external=external,
                candidates=tuple(each.row for each in chosen),
                shares=tuple(each.share for each in chosen),
                is_certain=len(ranked) == 1 and ranked[0].is_proven,
            )


class _CandidatesByName:
    """Definitions by the last part of their dotted name; of a module, that of its import path."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._known: dict[str, list[_Candidate]] = {}
        self._modules: dict[str, list[int]] = {}
        for row in np.flatnonzero(graph.nodes.kinds == NodeKind.MODULE).tolist():
            name = dotted_name(graph.nodes.symbols[row]).rpartition(".")[2]
            self._modules.setdefault(name, []).append(row)

    def find(self, name: str) -> list[_Candidate]:
        """Return the definitions with a last name, in row order."""
        known = self._known.get(name)
        if known is None:
            rows = sorted({*self._graph.name_index.find(name).tolist(), *self._modules.get(name, ())})
            known = self._known[name] = [
                self._candidate(row) for row in rows if self._is_definition(row, name)
            ]
        return known

    def _is_definition(self, row: int, name: str) -> bool:
        is_external = int(self._graph.nodes.flags[row]) & NodeFlag.EXTERNAL
        # The name index has modules under their file suffix: `py` is not the name of a module.
        return not is_external and dotted_name(self._graph.nodes.symbols[row]).rpartition(".")[2] == name

    def _candidate(self, row: int) -> _Candidate:
        symbol = self._graph.nodes.symbols[row]
        return _Candidate(
            row=row,
            parts=tuple(dotted_name(symbol).split(".")),
            n_module_parts=1 + dotted_name(symbol.partition(SEPARATOR)[0]).count("."),
            path=self._graph.file_path(row),
            is_module=int(self._graph.nodes.kinds[row]) == NodeKind.MODULE,
        )


def _scored(
    parts: tuple[str, ...],
    candidate: _Candidate,
    languages: frozenset[str],
    graph: CodeGraph,
    config: RelinkConfig,
) -> _Scored:
    """Add up the agreements of a candidate, and the score of a perfect one of its kind.

    An exact name ranks a candidate higher; it raises the confidence only of a proven one.
    """
    is_dotted = len(parts) > 1
    is_proven = _is_proven(parts, candidate, languages, graph)
    is_exact = is_proven or _is_exact(parts, candidate, graph)
    language = None if candidate.path is None else language_of_path(candidate.path)
    score = config.last_name
    best_score = config.last_name + config.exact_name + config.same_language
    for length in _N_SUFFIXES:
        if len(parts) >= length:
            best_score += config.name_suffix
            score += config.name_suffix if parts[-length:] == candidate.parts[-length:] else 0
    if language in languages:
        score += config.same_language
    if is_dotted and candidate.is_module:
        score += config.module
        best_score += config.module
    evidence = score + config.exact_name if is_proven else score
    return _Scored(
        row=candidate.row,
        score=score + config.exact_name if is_exact else score,
        share=evidence / best_score,
        is_exact=is_exact,
        is_proven=is_proven,
    )


def _is_exact(parts: tuple[str, ...], candidate: _Candidate, graph: CodeGraph) -> bool:
    """Whether all that precedes the name in the definition's dotted name are folders that are no packages.

    Below such folders, a single name is no better than a last name.
    """
    n_before = _n_parts_before(parts, candidate)
    if n_before == 0:
        return True
    return (
        n_before is not None
        and len(parts) > 1
        and candidate.path is not None
        and not _has_package(graph, candidate.path, range(1, n_before + 1))
    )


def _is_proven(
    parts: tuple[str, ...], candidate: _Candidate, languages: frozenset[str], graph: CodeGraph
) -> bool:
    """Whether files of the definition's language can import it by exactly this name, by the package files (`__init__.py`).

    All folders of the name must be packages, none above them, and they must not be in a folder of tests.
    """
    n_before, path = _n_parts_before(parts, candidate), candidate.path
    if n_before is None or path is None:
        return False
    language = language_of_path(path)
    package_file = traits_of(language).package_file
    folders = path.split("/")[:-1]
    return (
        bool(package_file)
        and languages <= {language}
        and path.endswith(package_file[package_file.rindex(".") :])
        and n_before < len(folders)
        and not is_test_path("/".join((*folders[: n_before + 1], package_file)))
        and not _has_package(graph, path, range(n_before + 1))
        and all(_has_package(graph, path, (depth,)) for depth in range(n_before + 1, len(folders) + 1))
    )


def _n_parts_before(parts: tuple[str, ...], candidate: _Candidate) -> int | None:
    """Return how many parts precede an external's name in that of a definition; None if it is no suffix of it."""
    n_before = len(candidate.parts) - len(parts)
    is_end = n_before >= 0 and candidate.parts[n_before:] == parts
    return n_before if is_end and n_before < candidate.n_module_parts else None


def _has_package(graph: CodeGraph, path: str, depths: Iterable[int]) -> bool:
    """Whether one of the folders above a file, at depths counted from the top, has a package file."""
    package_file = traits_of(language_of_path(path)).package_file
    folders = path.split("/")
    return bool(package_file) and any(
        graph.files.find("/".join((*folders[:depth], package_file))) is not None for depth in depths
    )


def _languages_around(graph: CodeGraph, row: int) -> frozenset[str]:
    """Return the languages of the files that use an external, or what it contains, or are used by these."""
    edges, files = graph.edges, graph.nodes.files
    around: set[int] = set()
    seen, waiting = {row}, [row]
    while waiting:
        here = waiting.pop()
        sources = edges.sources[edges.in_order[edges.in_starts[here] : edges.in_starts[here + 1]]]
        out = slice(edges.out_starts[here], edges.out_starts[here + 1])
        around.update(files[sources].tolist(), files[edges.targets[out]].tolist())
        contained = set(edges.targets[out][edges.kinds[out] == EdgeKind.CONTAINS].tolist()) - seen
        seen |= contained
        waiting += contained
    paths = [graph.files[file] for file in around if file >= 0]
    return frozenset(language for path in paths if (language := language_of_path(path)) is not None)


def _is_missing_in_some(definition: str, users: Sequence[CodeGraph]) -> bool:
    """Whether some part that names an external lacks the definition; True without parts."""
    return not users or any(part.find_row(definition) is None for part in users)


def _ranked(enough: Sequence[_Scored]) -> list[_Scored]:
    """Sort candidates by score; if any has an exact name, the others are dropped."""
    exact = [each for each in enough if each.is_exact]
    return sorted(exact or enough, key=lambda each: (-each.score, each.row))

"""The features of files and units for a query: each a number between 0 and 1.

Turns: QueryText, TextIndex, commits → Features. Scores are divided by the best one of the repository, so that a weight
means the same for every query.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from codeshed.model.languages.language import is_test_path
from codeshed.search.bm25 import (
    FileFrequencies,
    frequencies_in_units,
    inverse_file_frequencies,
    inverse_frequencies,
    score_files,
    score_units,
)
from codeshed.search.commit_evidence import FoundCommit, score_changed_files
from codeshed.search.named_code import (
    PathLookup,
    score_frames,
    score_messages,
    score_named_paths,
    score_resolved_names,
)
from codeshed.search.query_text import QueryText
from codeshed.search.text_index import Flags, Floats, Ints, Postings, TextIndex, add_up
from codeshed.search.words import IDENTIFIER, terms_of

FILE_FEATURES = (
    "function",
    "functions",
    "file",
    "titleInFile",
    "titleInFunction",
    "commits",
    "titleInCommits",
    "namedPath",
    "pathWords",
    "documentation",
    "frames",
    "names",
    "messages",
    "identifiers",
    "tests",
    "scope",
    "stem",
    "churn",
    "length",
    "isTest",
    "isAside",
)
"""The features of a file, in the order of columns."""

UNIT_FEATURES = (
    "function",
    "title",
    "name",
    "documentation",
    "frames",
    "names",
    "messages",
    "file",
    "length",
    "isFunction",
    "isTest",
)
"""The features of a unit, in the order of columns; `file` is the score of its file."""

_N_BEST = 3
_ASIDE = frozenset({
    "example", "examples", "demo", "demos", "sample", "samples", "playground", "playgrounds", "docs", "doc", "benchmark", "benchmarks",
    "vendor", "vendored", "_vendor", "third_party", "thirdparty", "node_modules", "external", "extern", "dist", "fixtures", "locale",
})  # fmt: skip
"""Folders of examples, vendored code and the like, which are seldom meant."""

_INDEX_FILES = frozenset({"__init__", "index", "mod", "lib", "main"})
"""Names of files that stand for their folder."""

_TEST_AFFIXES = ("test_", "tests_", "_test", "_tests", ".test", ".spec", "_spec", "test", "spec")
_LEAST_TEST_NAME = 3


class FileTraits(msgspec.Struct, frozen=True, kw_only=True):
    """What does not depend on the query: which files are tests, which stand aside, how long each is, whose tests it has."""

    is_test: Flags
    is_aside: Flags
    length: Floats
    unit_length: Floats
    stems: Mapping[str, Ints]
    """The files whose name has a term; an index file such as `__init__.py` has the name of its folder."""
    n_stem_terms: Floats
    """How many terms the name of each file has."""
    folders: Mapping[str, Ints]
    """The files that have a term in the names of their folders."""
    tested: tuple[Ints, Ints]
    """Pairs of a test file and the file that it tests, by their names."""
    lookup: PathLookup
    path_parts: frozenset[str]
    """The names of all folders, and of all files without their suffixes."""


class Features(msgspec.Struct, frozen=True, kw_only=True):
    """Feature columns by name, for all files and all units; raw scores stay for explanations."""

    files: dict[str, Floats]
    units: dict[str, Floats]
    postings: Postings
    term_weights: Floats
    terms: tuple[str, ...]


def traits_of_files(index: TextIndex) -> FileTraits:
    """Find what all queries need of files."""
    is_test = np.array([is_test_path(path) for path in index.paths], dtype=np.bool_)
    n_words = add_up(index.files, index.n_words, index.n_files)
    stems = [frozenset(_terms(_named_part(path))) for path in index.paths]
    longest = np.log1p(n_words).max(initial=1.0)
    return FileTraits(
        is_test=is_test,
        is_aside=np.array(
            [not _ASIDE.isdisjoint(path.lower().split("/")[:-1]) for path in index.paths], dtype=np.bool_
        ),
        length=np.log1p(n_words) / longest,
        unit_length=np.log1p(index.n_words) / max(float(np.log1p(index.n_words).max(initial=1.0)), 1.0),
        stems=_files_by_term(stems),
        n_stem_terms=np.array([max(len(terms), 1) for terms in stems], dtype=np.float64),
        folders=_files_by_term([frozenset(_terms(path.rpartition("/")[0])) for path in index.paths]),
        tested=_find_tested(index.paths, is_test),
        lookup=PathLookup(index.paths),
        path_parts=frozenset(part for path in index.paths for part in path.rsplit(".", 1)[0].split("/")),
    )


def find_features(
    index: TextIndex,
    traits: FileTraits,
    query: QueryText,
    *,
    commits: Sequence[FoundCommit] = (),
    title_commits: Sequence[FoundCommit] = (),
    resolved: Sequence[tuple[str, str]] = (),
    churn: Floats | None = None,
) -> Features:
    """Compute the features of all files and units for a query."""
    terms = tuple(query.terms)
    postings = index.find(terms)
    in_units = frequencies_in_units(postings)
    in_files = FileFrequencies(index, postings, in_units)
    rarity = inverse_frequencies(postings, len(terms), index.n_units)
    file_rarity = inverse_file_frequencies(in_files, len(terms), index.n_files)
    weights = np.array([query.terms[term] for term in terms], dtype=np.float64)
    title = np.array([query.title_terms.get(term, 0.0) for term in terms], dtype=np.float64)

    functions = score_units(index, postings, in_units, weights * rarity)
    title_functions = score_units(index, postings, in_units, title * rarity)
    documentation = score_units(index, postings, postings.documentation.astype(np.float64), weights * rarity)
    names = add_up(postings.units, (postings.names > 0) * (weights * rarity)[postings.terms], index.n_units)
    path_words = add_up(
        index.files[postings.units], postings.paths * (weights * file_rarity)[postings.terms], index.n_files
    )
    file_scores = score_files(index, in_files, weights * file_rarity)
    frame_files, frame_units = score_frames(query, index, traits.lookup)
    resolved_units = score_resolved_names(query, index, resolved)
    messages = score_messages(query, index, traits.is_test)
    files = {
        "function": _best(index, functions, 1),
        "functions": _best(index, functions, _N_BEST),
        "file": file_scores,
        "titleInFile": score_files(index, in_files, title * file_rarity),
        "titleInFunction": _best(index, title_functions, 1),
        "commits": score_changed_files(commits, index.n_files),
        "titleInCommits": score_changed_files(title_commits, index.n_files),
        "pathWords": path_words,
        "documentation": _best(index, documentation, _N_BEST),
        "identifiers": _score_identifiers(index, in_files, query, terms, file_rarity),
        "tests": _score_of_tests(traits.tested, file_scores),
        "churn": np.zeros(index.n_files) if churn is None else churn,
    }
    files = {name: _by_best(scores) for name, scores in files.items()} | {
        "namedPath": score_named_paths(query, traits.lookup, index.n_files),
        "frames": frame_files,
        "names": _best(index, resolved_units, 1),
        "messages": _best(index, messages, 1),
        "scope": _score_scope(traits, query.scope),
        "stem": _score_stems(traits, query),
        "length": traits.length,
        "isTest": traits.is_test.astype(np.float64),
        "isAside": traits.is_aside.astype(np.float64),
    }
    units = {
        "function": _by_best(functions),
        "title": _by_best(title_functions),
        "name": _by_best(names),
        "documentation": _by_best(documentation),
        "frames": frame_units,
        "names": resolved_units,
        "messages": messages,
        "length": traits.unit_length,
        "isFunction": index.is_function.astype(np.float64),
        "isTest": traits.is_test.astype(np.float64)[index.files],
    }
    return Features(files=files, units=units, postings=postings, term_weights=weights * rarity, terms=terms)


def combine(columns: Mapping[str, Floats], weights: Mapping[str, float]) -> Floats:
    """Return the weighted sum of features."""
    first = next(iter(columns.values()))
    total = np.zeros(len(first))
    for name, weight in weights.items():
        if weight and name in columns:
            total += weight * columns[name]
    return total


def _by_best(scores: Floats) -> Floats:
    best = float(scores.max(initial=0.0))
    return scores / best if best > 0.0 else scores


def _best(index: TextIndex, scores: Floats, n_best: int) -> Floats:
    """Return for each file the sum of the best scores of its units."""
    total = np.zeros(index.n_files)
    if not index.n_units:
        return total
    # Units come in the order of their files, and each file has one.
    begins = np.flatnonzero(np.diff(index.files, prepend=-1))
    left = scores
    for round_ in range(n_best):
        best = np.maximum.reduceat(left, begins)
        total += best
        if round_ < n_best - 1:
            rows = np.flatnonzero((left == best[index.files]) & (left > 0.0))
            firsts = rows[np.flatnonzero(np.diff(index.files[rows], prepend=-1))]
            left = left.copy()
            left[firsts] = 0.0
    return total


def _score_identifiers(
    index: TextIndex, in_files: FileFrequencies, query: QueryText, terms: Sequence[str], rarity: Floats
) -> Floats:
    """Score files by the identifiers of the query that they use, each as a whole."""
    whole = {term for name in query.names for part in name.split(".") for term in terms_of(part)[:1]}
    is_identifier = np.array([term in whole for term in terms], dtype=np.float64)
    return add_up(in_files.files, (is_identifier * rarity)[in_files.terms], index.n_files)


def _score_scope(traits: FileTraits, scope: frozenset[str]) -> Floats:
    """Score files whose name, or a folder of theirs, is what the title names first."""
    of_stem = _count_terms(traits.stems, scope, len(traits.n_stem_terms))
    of_folder = _count_terms(traits.folders, scope, len(traits.n_stem_terms))
    is_part = (of_stem + of_folder) > 0.0
    return np.where(of_stem >= traits.n_stem_terms, 1.0, np.where(is_part, 0.5, 0.0))


def _score_stems(traits: FileTraits, query: QueryText) -> Floats:
    """Score files by the share of their name's words that the title has."""
    counts = _count_terms(traits.stems, frozenset(query.title_terms), len(traits.n_stem_terms))
    return counts / traits.n_stem_terms


def _count_terms(files_by_term: Mapping[str, Ints], terms: frozenset[str], n_files: int) -> Floats:
    counts = np.zeros(n_files)
    for term in terms & files_by_term.keys():
        counts[files_by_term[term]] += 1.0
    return counts


def _files_by_term(terms_by_file: Sequence[frozenset[str]]) -> dict[str, Ints]:
    files: dict[str, list[int]] = {}
    for number, terms in enumerate(terms_by_file):
        for term in terms:
            files.setdefault(term, []).append(number)
    return {term: np.array(numbers, dtype=np.int64) for term, numbers in files.items()}


def _terms(text: str) -> tuple[str, ...]:
    return tuple(term for word in IDENTIFIER.findall(text) for term in terms_of(word))


def _named_part(path: str) -> str:
    folder, _, name = path.rpartition("/")
    stem = name.rsplit(".", 1)[0]
    return folder.rpartition("/")[2] if stem in _INDEX_FILES else stem


def _score_of_tests(tested: tuple[Ints, Ints], scores: Floats) -> Floats:
    """Give each file the best score of its tests."""
    tests, files = tested
    found = np.zeros(len(scores))
    np.maximum.at(found, files, scores[tests])
    return found


def _find_tested(paths: Sequence[str], is_test: Flags) -> tuple[Ints, Ints]:
    """Return pairs of a test file and a file that has its name, as two columns."""
    by_stem: dict[str, list[int]] = {}
    for number in np.flatnonzero(~is_test).tolist():
        by_stem.setdefault(_stem(paths[number]), []).append(number)
    found: list[tuple[int, int]] = []
    for test in np.flatnonzero(is_test).tolist():
        stem = _stem(paths[test]).lower()
        for affix in _TEST_AFFIXES:
            stem = stem.removeprefix(affix).removesuffix(affix)
        if len(stem) >= _LEAST_TEST_NAME:
            found.extend((test, file) for file in by_stem.get(stem.strip("_.-"), ()))
    columns = np.array(found, dtype=np.int64).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rsplit(".", 1)[0].lower()

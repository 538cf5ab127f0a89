"""The code that a query names outright: paths, frames of tracebacks, names of definitions, messages.

Turns: QueryText + TextIndex → a score between 0 and 1 for files and units.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from codeshed.search.query_text import Frame, QueryText
from codeshed.search.text_index import Flags, Floats, Postings, TextIndex, add_up
from codeshed.search.words import terms_of

_FRAME_DECAY = 0.8
"""How much less each frame further out counts."""

_MAX_MATCHES = 200
_WHOLE = re.compile(r"\W+")


class PathLookup:
    """Finds files by the end of a path, since tracebacks and people write other beginnings."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._by_name: dict[str, list[int]] = {}
        for number, path in enumerate(paths):
            self._by_name.setdefault(path.rpartition("/")[2], []).append(number)

    def find(self, path: str) -> tuple[list[int], float]:
        """Return the files with the longest common end, and how much of the given path that is."""
        parts = path.split("/")
        best: list[int] = []
        longest = 0
        for number in self._by_name.get(parts[-1], ()):
            own = self._paths[number].split("/")
            common = 0
            while common < min(len(own), len(parts)) and own[-1 - common] == parts[-1 - common]:
                common += 1
            # A file name alone is not enough where a longer path is given, unless all of the file's path is in it.
            is_enough = common > 1 or len(parts) == 1 or len(own) == 1
            if is_enough and common > longest:
                best, longest = [number], common
            elif is_enough and common == longest:
                best.append(number)
        return best, longest / len(parts) if longest else 0.0


def score_named_paths(query: QueryText, lookup: PathLookup, n_files: int) -> Floats:
    """Score files whose path the query has; a path that may mean several files counts less for each."""
    scores = np.zeros(n_files)
    for named in query.paths:
        files, share = lookup.find(named.path)
        for file in files:
            scores[file] = max(scores[file], (0.5 + 0.5 * share) / np.sqrt(len(files)))
    return scores


def score_frames(query: QueryText, index: TextIndex, lookup: PathLookup) -> tuple[Floats, Floats]:
    """Score the files and units of frames, the innermost inside the repository the most; lines in paths count as frames."""
    files, units = np.zeros(index.n_files), np.zeros(index.n_units)
    with_lines = [Frame(each.path, each.line, "") for each in query.paths if each.line is not None]
    weight = 1.0
    for frame in (*query.frames, *with_lines):
        found, _ = lookup.find(frame.path.replace("\\", "/"))
        if len(found) != 1 or ("/site-packages/" in frame.path and not _is_same(frame.path, index, found[0])):
            continue
        (file,) = found
        files[file] = max(files[file], weight)
        unit = _unit_of_frame(index, file, frame)
        if unit is not None:
            units[unit] = max(units[unit], weight)
        weight *= _FRAME_DECAY
    return files, units


def score_resolved_names(query: QueryText, index: TextIndex, resolved: Iterable[tuple[str, str]]) -> Floats:
    """Score units that a name of the query means: by the parts of a dotted name that the unit's name and path end with.

    `resolved` are the paths and names of definitions that the graph found for names, through re-exports.
    """
    scores = np.zeros(index.n_units)
    parts_by_name = {name: name.split(".") for name in query.names}
    term_by_name = {name: next(iter(terms_of(parts[-1])), "") for name, parts in parts_by_name.items()}
    terms = tuple(dict.fromkeys(filter(None, term_by_name.values())))
    postings = index.find(terms)
    is_named = postings.names > 0
    named, terms_of_named = postings.units[is_named], postings.terms[is_named]
    for name, parts in parts_by_name.items():
        if not term_by_name[name]:
            continue
        units = named[terms_of_named == terms.index(term_by_name[name])]
        if len(units) > _MAX_MATCHES:
            continue
        matched = [(unit, _common_parts(parts, index, unit)) for unit in units.tolist()]
        matched = [(unit, n_parts) for unit, n_parts in matched if n_parts]
        most = max((n_parts for _, n_parts in matched), default=0)
        best = [unit for unit, n_parts in matched if n_parts == most]
        for unit in best:
            scores[unit] = max(scores[unit], 1.0 / np.sqrt(len(best)))
    for path, name in resolved:
        for unit in _units_of_symbol(index, path, name):
            scores[unit] = 1.0
    return scores


def score_messages(query: QueryText, index: TextIndex, is_test: Flags) -> Floats:
    """Score units by how much of a message stands in their strings, rare words counting more; `is_test` is of files."""
    scores = np.zeros(index.n_units)
    for message in query.messages:
        terms = tuple(dict.fromkeys(t for word in _WHOLE.split(message) if word for t in terms_of(word)))
        if len(terms) < 2:  # noqa: PLR2004 - one word is no message
            continue
        postings = index.find(terms)
        rarity = _rarity(postings, len(terms), index.n_units)
        is_string = postings.strings > 0
        # What no string outside tests has was filled in by the program.
        is_own = is_string & ~is_test[index.files[postings.units]]
        is_constant = np.bincount(postings.terms[is_own], minlength=len(terms)) > 0
        if int(is_constant.sum()) >= max(2, len(terms) / 2):
            rarity *= is_constant
        covered = add_up(postings.units[is_string], rarity[postings.terms[is_string]], index.n_units)
        share = covered / max(float(rarity.sum()), 1e-9)
        # Half of a message is found in many places by chance.
        scores = np.maximum(scores, np.maximum(share - 0.5, 0.0) * 2.0)
    return scores


def _rarity(postings: Postings, n_terms: int, n_units: int) -> Floats:
    frequencies = np.bincount(postings.terms, minlength=n_terms)
    return np.asarray(np.log1p(n_units / (1.0 + frequencies)), dtype=np.float64)


def _is_same(path: str, index: TextIndex, file: int) -> bool:
    """Whether a path within an installed package is that of a file of this repository, whose package it may be."""
    inside = path.rpartition("/site-packages/")[2]
    own = index.paths[file]
    return own == inside or own.endswith(f"/{inside}")


def _unit_of_frame(index: TextIndex, file: int, frame: Frame) -> int | None:
    """Return the unit that a frame means: by its function if there is just one, else by its line."""
    name = frame.name.rpartition(".")[2]
    units = index.units_of_file(file)
    if name:
        named = [unit for unit in units if index.name(unit).rpartition(".")[2] == name]
        if len(named) == 1:
            return named[0]
    around = [unit for unit in units[1:] if index.lines(unit)[0] <= frame.line <= index.lines(unit)[1]]
    return around[-1] if around else None


def _common_parts(parts: Sequence[str], index: TextIndex, unit: int) -> int:
    """Return how many parts at the end of a dotted name the unit's name, and before it its path, end with; 0 if not its last."""
    own = index.name(unit).partition("#")[0].split(".")
    path = index.path(unit).rsplit(".", 1)[0].split("/")
    known = [*(part for part in path if part != "__init__"), *own]
    common = 0
    while common < min(len(parts), len(known)) and parts[-1 - common] == known[-1 - common]:
        common += 1
    return common


def _units_of_symbol(index: TextIndex, path: str, name: str) -> list[int]:
    low = [number for number, each in enumerate(index.paths) if each == path]
    if not low:
        return []
    units = index.units_of_file(low[0])
    return [unit for unit in units if index.name(unit) == name]

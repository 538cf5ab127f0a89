"""Functions that are similar to another one, and what they use: evidence for what that one may use.

Turns: Surroundings → SimilarFunctions, one group for each kind of similarity; a group + candidates → how often it uses
each of them, its class, and its file.
"""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.context.surroundings import Surroundings
from codeshed.graph.data.arrays import Longs
from codeshed.graph.data.columns import distinct, is_among
from codeshed.graph.data.kinds import NodeKind

Numbers = npt.NDArray[np.float64]

_NEAREST = 3
"""How many functions before and after it in the file are its neighbours."""

_MAX_USERS = 200
"""How many users of imports that nothing else in the file uses are examined."""


class SimilarFunctions(msgspec.Struct, frozen=True, kw_only=True):
    """Functions that are similar in one way: their rows, weights, and all that they use.

    `owners` are indices into `rows`: the user of each of `targets`.
    """

    rows: Sequence[int] | Longs
    weights: Numbers
    targets: Longs
    owners: Longs

    @property
    def total(self) -> float:
        """The sum of their weights."""
        return float(np.sum(self.weights))

    def uses_of(self, rows: Longs) -> "SimilarFunctionUses":
        """Return those of their uses that are of some symbols, which are sorted."""
        if not len(rows) or not len(self.targets):
            return SimilarFunctionUses(places=np.zeros(0, dtype=np.int64), owners=np.zeros(0, dtype=np.int64))
        places = np.minimum(np.searchsorted(rows, self.targets), len(rows) - 1)
        is_there = rows[places] == self.targets
        return SimilarFunctionUses(places=places[is_there], owners=self.owners[is_there])


class SimilarFunctionUses(msgspec.Struct, frozen=True, kw_only=True):
    """Uses of symbols, by user and then by symbol, both as indices."""

    places: Longs
    owners: Longs

    def counts(self, groups: Longs, n_groups: int, weights: Numbers) -> Numbers:
        """Return the weight of the users of anything in each group; `groups` has the group of each symbol.

        Adjacent symbols of the same group count once for each user.
        """
        used = groups[self.places]
        is_first = np.ones(len(used), dtype=np.bool_)
        is_first[1:] = (used[1:] != used[:-1]) | (self.owners[1:] != self.owners[:-1])
        found = np.bincount(used[is_first], weights=weights[self.owners[is_first]], minlength=n_groups)
        return found.astype(np.float64)


def find_similar_functions(surroundings: Surroundings) -> dict[str, SimilarFunctions]:
    """Return groups of similar functions, by the kind of similarity."""
    lookups = surroundings.lookups
    in_file = surroundings.in_file[lookups.is_function(surroundings.in_file)]
    class_members = [row for row in surroundings.class_members if row not in surroundings.own_rows]
    methods = np.array(class_members, dtype=np.int64)
    methods = methods[lookups.is_function(methods)] if len(methods) else methods
    others = in_file[~is_among(in_file, methods)]
    family = _functions(
        surroundings, (m for each in surroundings.related_types for m in lookups.members_of(each))
    )
    lines = surroundings.graph.nodes.spans[:, 0]
    own_line = int(lines[surroundings.row])
    order = in_file[np.argsort(np.abs(lines[in_file] - own_line), kind="stable")]
    after = order[lines[order] > own_line][:_NEAREST]
    before = order[lines[order] < own_line][:_NEAREST]
    pool = distinct(
        np.concatenate(
            [in_file, surroundings.in_folder, np.array(surroundings.namesakes, dtype=np.int64), family]
        )
    )
    words = lookups.words_of_row(surroundings.row)
    parameters = lookups.parameters_of(surroundings.row)
    by_words = np.array([jaccard(words, facts.words) for facts in lookups.facts_of_names(pool.tolist())])
    by_parameters = np.zeros(len(pool))
    if parameters:
        by_parameters[:] = [jaccard(parameters, lookups.parameters_of(row)) for row in pool.tolist()]
    module = [] if surroundings.module is None else [surroundings.module]
    found: dict[str, tuple[Sequence[int] | Longs, Numbers]] = {
        "methods": _even(methods),
        "file": _even(others),
        "module": _even(module),
        "family": _even(family),
        "neighbours": _even(np.concatenate([before, after])),
        "folder": _even(surroundings.in_folder),
        "namesakes": _even(surroundings.namesakes),
        "overriding": _even(surroundings.overriding),
        "callers": _even(surroundings.callers),
        "users_of_types": _even(surroundings.users_of_types),
        "like_words": _weighted(pool, by_words),
        "like_parameters": _weighted(pool, by_parameters),
        "users_of_imports": _users_of_imports(
            surroundings, np.concatenate([in_file, np.array(module, dtype=np.int64)])
        ),
    }
    groups = {}
    for name, (rows, weights) in found.items():
        targets, owners = lookups.uses.used_by(rows)
        groups[name] = SimilarFunctions(rows=rows, weights=weights, targets=targets, owners=owners)
    return groups


def _users_of_imports(surroundings: Surroundings, in_file: Longs) -> tuple[Longs, Numbers]:
    """Return users of what is imported though nothing else in the file uses it; rarely used imports weigh more."""
    lookups = surroundings.lookups
    used, _ = lookups.uses.used_by(in_file)
    imported = distinct(np.array(surroundings.imported, dtype=np.int64))
    unused = imported[~is_among(imported, used)]
    unused = unused[lookups.graph.nodes.kinds[unused] != NodeKind.MODULE]
    users, places = lookups.uses.users_of(unused)
    weights = 1.0 / np.maximum(1.0, lookups.n_users[unused].astype(np.float64))[places]
    is_other = ~is_among(users, tuple(surroundings.own_rows))
    rows, at = np.unique(users[is_other], return_inverse=True)
    by_row = np.bincount(at, weights=weights[is_other], minlength=len(rows)).astype(np.float64)
    chosen = np.sort(np.argsort(-by_row, kind="stable")[:_MAX_USERS])
    return rows[chosen], by_row[chosen]


def _even(rows: Sequence[int] | Longs) -> tuple[Sequence[int] | Longs, Numbers]:
    return rows, np.ones(len(rows))


def _weighted(rows: Longs, weights: Numbers) -> tuple[Longs, Numbers]:
    if not len(rows):
        return rows, np.zeros(0)
    return rows[weights > 0], weights[weights > 0]


def _functions(surroundings: Surroundings, rows: Iterable[int]) -> Longs:
    found = np.array([row for row in dict.fromkeys(rows) if row not in surroundings.own_rows], dtype=np.int64)
    return found[surroundings.lookups.is_function(found)] if len(found) else found


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """Return the share of the words of either that both have."""
    both = len(left & right)
    return both / len(left | right) if both else 0.0

"""Functions that are like another one in some way, and what they use.

Turns: Surroundings → Witnesses, one group for each way to be alike; a group + candidates → how often it uses each of them, its
class, and its file.
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
"""So many functions before and behind it in the file are its neighbours."""

_MAX_USERS = 200
"""So many functions are looked at that use what the file imports for nobody else."""


class Witnesses(msgspec.Struct, frozen=True, kw_only=True):
    """Functions that are like another one in one way: by row, how much each counts, and all that they use.

    `owners` are places in `rows`: who uses what stands at the same place in `targets`.
    """

    rows: Sequence[int] | Longs
    weights: Numbers
    targets: Longs
    owners: Longs

    @property
    def total(self) -> float:
        """What all of them count together."""
        return float(np.sum(self.weights))

    def among(self, rows: Longs) -> "WitnessedUses":
        """Return those of the uses that are of some symbols, which are sorted."""
        if not len(rows) or not len(self.targets):
            return WitnessedUses(places=np.zeros(0, dtype=np.int64), owners=np.zeros(0, dtype=np.int64))
        places = np.minimum(np.searchsorted(rows, self.targets), len(rows) - 1)
        is_there = rows[places] == self.targets
        return WitnessedUses(places=places[is_there], owners=self.owners[is_there])


class WitnessedUses(msgspec.Struct, frozen=True, kw_only=True):
    """Uses of symbols by witnesses, both as places, by witness and then by symbol."""

    places: Longs
    owners: Longs

    def counts(self, groups: Longs, n_groups: int, weights: Numbers) -> Numbers:
        """Return how much the witnesses count that use something of each group; `groups` has the group of each symbol.

        Symbols of a group that stand side by side count once for each witness.
        """
        used = groups[self.places]
        is_first = np.ones(len(used), dtype=np.bool_)
        is_first[1:] = (used[1:] != used[:-1]) | (self.owners[1:] != self.owners[:-1])
        found = np.bincount(used[is_first], weights=weights[self.owners[is_first]], minlength=n_groups)
        return found.astype(np.float64)


def witnesses_of(around: Surroundings) -> dict[str, Witnesses]:
    """Return functions that are like this one, by the way in which they are."""
    near = around.near
    in_file = around.in_file[near.is_function(around.in_file)]
    class_members = [row for row in around.class_members if row not in around.inside]
    methods = np.array(class_members, dtype=np.int64)
    methods = methods[near.is_function(methods)] if len(methods) else methods
    others = in_file[~is_among(in_file, methods)]
    family = _functions(around, (m for each in around.family for m in near.members_of(each)))
    lines = around.graph.nodes.spans[:, 0]
    own_line = int(lines[around.row])
    order = in_file[np.argsort(np.abs(lines[in_file] - own_line), kind="stable")]
    after = order[lines[order] > own_line][:_NEAREST]
    before = order[lines[order] < own_line][:_NEAREST]
    pool = distinct(
        np.concatenate([in_file, around.in_folder, np.array(around.namesakes, dtype=np.int64), family])
    )
    words = near.words_of_row(around.row)
    parameters = near.parameters_of(around.row)
    by_words = np.array([_jaccard(words, facts.words) for facts in near.facts_of_names(pool.tolist())])
    by_parameters = np.zeros(len(pool))
    if parameters:
        by_parameters[:] = [_jaccard(parameters, near.parameters_of(row)) for row in pool.tolist()]
    module = [] if around.module is None else [around.module]
    found: dict[str, tuple[Sequence[int] | Longs, Numbers]] = {
        "methods": _even(methods),
        "file": _even(others),
        "module": _even(module),
        "family": _even(family),
        "neighbours": _even(np.concatenate([before, after])),
        "folder": _even(around.in_folder),
        "namesakes": _even(around.namesakes),
        "overriding": _even(around.overriding),
        "callers": _even(around.callers),
        "users_of_types": _even(around.users_of_types),
        "like_words": _weighted(pool, by_words),
        "like_parameters": _weighted(pool, by_parameters),
        "users_of_imports": _users_of_imports(
            around, np.concatenate([in_file, np.array(module, dtype=np.int64)])
        ),
    }
    groups = {}
    for name, (rows, weights) in found.items():
        targets, owners = near.uses.used_by(rows)
        groups[name] = Witnesses(rows=rows, weights=weights, targets=targets, owners=owners)
    return groups


def _users_of_imports(around: Surroundings, in_file: Longs) -> tuple[Longs, Numbers]:
    """Return who uses what is imported though nobody else in the file uses it: the less used it is, the more it tells."""
    near = around.near
    used, _ = near.uses.used_by(in_file)
    imported = distinct(np.array(around.imported, dtype=np.int64))
    unused = imported[~is_among(imported, used)]
    unused = unused[near.graph.nodes.kinds[unused] != NodeKind.MODULE]
    users, places = near.uses.users_of(unused)
    weights = 1.0 / np.maximum(1.0, near.n_users[unused].astype(np.float64))[places]
    is_other = ~is_among(users, tuple(around.inside))
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


def _functions(around: Surroundings, rows: Iterable[int]) -> Longs:
    found = np.array([row for row in dict.fromkeys(rows) if row not in around.inside], dtype=np.int64)
    return found[around.near.is_function(found)] if len(found) else found


def _jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    both = len(left & right)
    return both / len(left | right) if both else 0.0

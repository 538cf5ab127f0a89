"""Features of functions that may have to change with another one: how they relate to it.

Turns: Surroundings → Candidates: every function that a change of this one may concern, one row each, one column per feature.
Unlike the features of uses they may look at the body: what one changes has one.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from codeshed.context.features import Candidates, Column
from codeshed.context.similar_functions import jaccard
from codeshed.context.surroundings import GraphLookups, Surroundings
from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.columns import distinct, is_among
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind

_MAX_SHARED_USERS = 60
"""What more functions use says little about any two of them."""


def change_candidates(surroundings: Surroundings) -> Candidates:
    """Return the functions that may change with one; tests are none of them."""
    lookups, nodes = surroundings.lookups, surroundings.graph.nodes
    own = sorted(surroundings.own_rows)
    used = distinct(lookups.uses.used_by(own)[0])
    users = distinct(lookups.uses.users_of(own)[0])
    relations = _relations(surroundings, used, users)
    shared_uses = _weights_by_row(lookups, used, of_users=True)
    shared_users = _weights_by_row(lookups, users, of_users=False)
    found = distinct(
        np.concatenate(
            [
                surroundings.in_folder,
                *(np.asarray(each, dtype=np.int64) for each in relations.values()),
                np.flatnonzero(shared_uses),
                np.flatnonzero(shared_users),
            ]
        )
    )
    is_there = (nodes.kinds[found] == NodeKind.FUNCTION) & (nodes.files[found] != NO_ROW)
    is_there &= (nodes.flags[found] & int(NodeFlag.EXTERNAL | NodeFlag.TEST)) == 0
    enclosing = nodes.enclosing[found]
    is_there &= (enclosing == NO_ROW) | (nodes.kinds[np.maximum(enclosing, 0)] != NodeKind.FUNCTION)
    rows = found[is_there & ~is_among(found, tuple(surroundings.own_rows))]
    columns: dict[str, Column] = {
        name: is_among(rows, tuple(np.asarray(members, dtype=np.int64).tolist())).astype(np.float64)
        for name, members in relations.items()
    }
    columns["shared_uses"] = np.log1p(shared_uses[rows])
    columns["shared_users"] = np.log1p(shared_users[rows])
    _add_features_of_place(surroundings, rows, columns)
    _add_features_of_function(surroundings, rows, columns)
    _add_features_of_names(surroundings, rows, columns)
    _add_features_of_seed(surroundings, rows, columns)
    names = tuple(columns)
    return Candidates(rows=rows, names=names, values=np.array([columns[name] for name in names]).T)


def _relations(surroundings: Surroundings, used: Longs, users: Longs) -> dict[str, Sequence[int] | Longs]:
    """Return functions by their relation to this one."""
    lookups = surroundings.lookups
    classes = lookups.classes
    of_used = distinct(classes[used])
    of_users = distinct(classes[users])
    of_family = [m for each in surroundings.related_types for m in lookups.members_of(each)]
    module = [] if surroundings.module is None else [surroundings.module]
    importers = [row for each in module for row in lookups.sources_of(each, EdgeKind.IMPORT)]
    return {
        "callee": used,
        "caller": users,
        "overriding": surroundings.overriding,
        "namesake": surroundings.namesakes,
        "in_file": surroundings.in_file,
        "class_member": surroundings.class_members,
        "family_member": of_family,
        "base_member": [m for base in surroundings.bases for m in lookups.members_of(base)],
        "of_used_class": _members(lookups, of_used),
        "of_using_class": _members(lookups, of_users),
        "imported": surroundings.imported,
        "of_importer": [m for each in importers for m in lookups.members_of(each)],
        "user_of_types": surroundings.users_of_types,
        "second_callee": lookups.uses.used_by(used)[0],
        "second_caller": lookups.uses.users_of(users)[0],
    }


def _members(lookups: GraphLookups, classes: Longs) -> list[int]:
    return [m for each in classes[classes != NO_ROW].tolist() for m in lookups.members_of(each)]


def _weights_by_row(lookups: GraphLookups, rows: Longs, *, of_users: bool) -> npt.NDArray[np.float64]:
    """Return for each node how much of what it uses (or is used by) it shares; what few share counts most."""
    uses = lookups.uses
    found = np.zeros(len(lookups.graph.nodes))
    n_others = lookups.n_users[rows] if of_users else np.diff(uses.out_starts)[rows]
    rows = rows[n_others <= _MAX_SHARED_USERS]
    others, places = uses.users_of(rows) if of_users else uses.used_by(rows)
    n_others = n_others[n_others <= _MAX_SHARED_USERS]
    np.add.at(found, others, 1.0 / np.maximum(1, n_others).astype(np.float64)[places])
    return found


def _add_features_of_place(surroundings: Surroundings, rows: Longs, columns: dict[str, Column]) -> None:
    """Add where functions stand: how far from it in the file, or in the same folder."""
    nodes = surroundings.graph.nodes
    is_here = nodes.files[rows] == surroundings.file
    lines = nodes.spans[rows, 0].astype(np.float64)
    first, _, last, _ = nodes.spans[surroundings.row].tolist()
    between = np.maximum(lines - last, first - nodes.spans[rows, 2])
    columns["distance"] = np.where(is_here, np.log1p(np.maximum(between, 0)), 0.0)
    columns["near"] = (is_here & (_n_between(lines, is_here, first) <= 1)).astype(np.float64)
    columns["behind"] = np.where(is_here, lines > first, 0.0)
    columns["in_folder"] = is_among(rows, tuple(surroundings.in_folder.tolist())).astype(np.float64)


def _n_between(lines: Column, is_here: npt.NDArray[np.bool_], line: int) -> Column:
    """Return how many functions of the file stand between each and a line."""
    in_order = np.sort(lines[is_here])
    places = np.searchsorted(in_order, lines)
    place = int(np.searchsorted(in_order, line))
    return np.where(lines > line, places - place, place - places - 1).astype(np.float64)


def _add_features_of_function(surroundings: Surroundings, rows: Longs, columns: dict[str, Column]) -> None:
    """Add what functions are like by themselves."""
    nodes, lookups = surroundings.graph.nodes, surroundings.lookups
    facts = lookups.facts_of_names(rows.tolist())
    privacy = np.array([each.privacy for each in facts], dtype=np.int64)
    is_member = lookups.classes[rows] != NO_ROW
    columns["size"] = np.log1p(nodes.sizes[rows])
    columns["complexity"] = np.log1p(nodes.complexity[rows])
    columns["popular"] = np.log1p(lookups.n_users[rows])
    columns["n_uses"] = np.log1p(np.diff(lookups.uses.out_starts)[rows])
    columns["method"] = is_member.astype(np.float64)
    columns["private"] = (privacy == 1).astype(np.float64)
    columns["dunder"] = (privacy == 2).astype(np.float64)  # noqa: PLR2004 - two underscores
    columns["constructor"] = ((nodes.flags[rows] & int(NodeFlag.CONSTRUCTOR)) != 0).astype(np.float64)


def _add_features_of_names(surroundings: Surroundings, rows: Longs, columns: dict[str, Column]) -> None:
    """Add the words that names and parameters share."""
    lookups = surroundings.lookups
    words, parameters = lookups.words_of_row(surroundings.row), lookups.parameters_of(surroundings.row)
    each_words = [facts.words for facts in lookups.facts_of_names(rows.tolist())]
    columns["alike"] = np.array([jaccard(words, each) for each in each_words])
    columns["parameters_alike"] = np.array(
        [jaccard(parameters, lookups.parameters_of(row)) for row in rows.tolist()]
    )
    n_with: dict[str, int] = {}
    for each in each_words:
        for word in each & words:
            n_with[word] = n_with.get(word, 0) + 1
    columns["rare_words"] = np.array([sum(1 / n_with[word] for word in each & words) for each in each_words])
    name = lookups.name_of(surroundings.row)
    columns["same_name"] = np.array(
        [each.name == name for each in lookups.facts_of_names(rows.tolist())], dtype=np.float64
    )


def _add_features_of_seed(surroundings: Surroundings, rows: Longs, columns: dict[str, Column]) -> None:
    """Add features of the function itself; they are the same for all candidates."""
    lookups, nodes = surroundings.lookups, surroundings.graph.nodes
    row = surroundings.row
    n_here = float(np.count_nonzero(columns["in_file"]))
    for name, value in (
        ("seed_size", np.log1p(float(nodes.sizes[row]))),
        ("seed_method", float(surroundings.own_class is not None)),
        ("seed_constructor", float(int(nodes.flags[row]) & NodeFlag.CONSTRUCTOR != 0)),
        ("seed_privacy", float(lookups.name_facts(row).privacy)),
        ("seed_callers", np.log1p(len(surroundings.callers))),
        ("seed_members", np.log1p(len(surroundings.class_members))),
        ("seed_file", np.log1p(n_here)),
        ("seed_candidates", np.log1p(len(rows))),
    ):
        columns[name] = np.full(len(rows), value)

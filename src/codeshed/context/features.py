"""How a symbol relates to a function that may use it, in numbers.

Turns: Surroundings → Candidates: every symbol that the function may well use, one row each, one column for each feature.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.context.surroundings import Surroundings
from codeshed.context.words import NameFacts, words_of
from codeshed.graph.arrays import NO_ROW, Longs
from codeshed.graph.kinds import NodeFlag, NodeKind

Matrix = npt.NDArray[np.float64]

_IDENTIFIER = re.compile(r"[A-Za-z_]\w+")
_NEAREST = 3
"""So many functions before and behind it in the file are its neighbours."""


class Candidates(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols that a function may use, by row, and what each has to do with it: one column for each of `names`."""

    rows: Longs
    names: tuple[str, ...]
    values: Matrix


def candidates_of(around: Surroundings, documentation: str = "") -> Candidates:
    """Return what a function may use; `documentation` is the text about it, in which names may stand."""
    groups = _witnesses(around)
    relations = _relations(around)
    used = [around.near.uses.used_by(rows)[0] for rows, _ in groups.values()]
    found = np.unique(
        np.concatenate([*used, *(np.array(each, dtype=np.int64) for each in relations.values())])
    )
    nodes = around.graph.nodes
    is_usable = (nodes.kinds[found] != NodeKind.MODULE) & ((nodes.flags[found] & int(NodeFlag.EXTERNAL)) == 0)
    is_usable &= nodes.files[found] != NO_ROW
    inside = np.array(sorted(around.inside), dtype=np.int64)
    rows = found[is_usable & ~np.isin(found, inside)]
    columns: dict[str, npt.NDArray[np.float64]] = {}
    for name, members in relations.items():
        columns[name] = np.isin(rows, np.array(members, dtype=np.int64)).astype(np.float64)
    for name, (witnesses, weights) in groups.items():
        counts = _counts(around, rows, witnesses, weights)
        columns[f"n_{name}"] = np.log1p(counts)
        total = float(np.sum(weights))
        columns[f"share_{name}"] = counts / total if total else counts
    facts = [around.near.name_facts(row) for row in rows.tolist()]
    _add_own(around, rows, columns, facts)
    _add_names(around, facts, columns, documentation)
    _add_crossed(columns)
    names = tuple(columns)
    return Candidates(rows=rows, names=names, values=np.stack([columns[name] for name in names], axis=1))


def _counts(
    around: Surroundings, rows: Longs, witnesses: Sequence[int] | Longs, weights: Matrix
) -> npt.NDArray[np.float64]:
    """Return how many witnesses, by weight, use each candidate."""
    targets, owners = around.near.uses.used_by(witnesses)
    if not len(targets) or not len(rows):
        return np.zeros(len(rows))
    places = np.minimum(np.searchsorted(rows, targets), len(rows) - 1)
    is_there = rows[places] == targets
    found = np.bincount(places[is_there], weights=weights[owners[is_there]], minlength=len(rows))
    return found.astype(np.float64)


def _witnesses(around: Surroundings) -> dict[str, tuple[Sequence[int] | Longs, Matrix]]:
    """Return functions that are like this one in some way, by way, with how much each counts."""
    near = around.near
    in_file = around.in_file[near.is_function(around.in_file)]
    class_members = [row for row in around.class_members if row not in around.inside]
    methods = np.array(class_members, dtype=np.int64)
    methods = methods[near.is_function(methods)] if len(methods) else methods
    others = in_file[~np.isin(in_file, methods)]
    family = _functions(around, (m for each in around.family for m in near.members_of(each)))
    lines = around.graph.nodes.spans[:, 0]
    own_line = int(lines[around.row])
    order = in_file[np.argsort(np.abs(lines[in_file] - own_line), kind="stable")]
    after = order[lines[order] > own_line][:_NEAREST]
    before = order[lines[order] < own_line][:_NEAREST]
    pool = np.unique(
        np.concatenate([in_file, around.in_folder, np.array(around.namesakes, dtype=np.int64), family])
    )
    words = near.words_of_row(around.row)
    parameters = near.parameters_of(around.row)
    by_words = np.array([_jaccard(words, near.words_of_row(row)) for row in pool.tolist()])
    by_parameters = np.array([_jaccard(parameters, near.parameters_of(row)) for row in pool.tolist()])
    module = [] if around.module is None else [around.module]
    return {
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
        "like_words": (pool, by_words),
        "like_parameters": (pool, by_parameters),
    }


def _even(rows: Sequence[int] | Longs) -> tuple[Sequence[int] | Longs, Matrix]:
    return rows, np.ones(len(rows))


def _functions(around: Surroundings, rows: Iterable[int]) -> Longs:
    found = np.array([row for row in dict.fromkeys(rows) if row not in around.inside], dtype=np.int64)
    return found[around.near.is_function(found)] if len(found) else found


def _jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    both = len(left & right)
    return both / len(left | right) if both else 0.0


def _relations(around: Surroundings) -> dict[str, Sequence[int]]:
    """Return symbols by what they are to the function, whoever uses them."""
    near = around.near
    nodes = around.graph.nodes
    imported_types = near.of_kind(around.imported, NodeKind.TYPE)
    imported_modules = near.of_kind(around.imported, NodeKind.MODULE)
    in_file = around.in_file
    outer = nodes.enclosing[in_file]
    is_top = outer == (NO_ROW if around.module is None else around.module)
    parameter_types = around.parameter_types
    parents = (*parameter_types, *(base for each in parameter_types for base in near.all_bases_of(each)))
    return {
        "own_class": [] if around.own_class is None else [around.own_class],
        "class_member": around.class_members,
        "base": around.bases,
        "base_member": [m for base in around.bases for m in near.members_of(base)],
        "family_member": [m for each in around.family for m in near.members_of(each)],
        "top_of_file": in_file[is_top].tolist(),
        "inner_of_file": in_file[~is_top].tolist(),
        "imported": around.imported,
        "imported_member": [m for each in imported_types for m in near.members_of(each)],
        "of_imported_module": [m for each in imported_modules for m in near.members_of(each)],
        "parameter_type": parameter_types,
        "parameter_member": [m for each in parents for m in near.members_of(each)],
        "return_type": around.return_types,
        "return_member": [m for each in around.return_types for m in near.members_of(each)],
        "field_type": around.field_types,
        "field_member": [m for each in around.field_types for m in near.members_of(each)],
        "class_of_module_member": [m for each in imported_modules for m in near.members_of_classes_in(each)],
        "passed_on": [row for module in imported_modules for row in near.imports_of(module)],
        "second_member": [m for each in around.second_types for m in near.members_of(each)],
        "second_type": around.second_types,
        "caller": around.callers,
    }


def _add_own(
    around: Surroundings,
    rows: Longs,
    columns: dict[str, npt.NDArray[np.float64]],
    facts: Sequence[NameFacts],
) -> None:
    """Add what is known of each symbol by itself."""
    nodes = around.graph.nodes
    near = around.near
    kinds = nodes.kinds[rows]
    flags = nodes.flags[rows]
    n_users = near.n_users[rows]
    enclosing = nodes.enclosing[rows]
    is_member = (enclosing != NO_ROW) & (nodes.kinds[np.maximum(enclosing, 0)] == NodeKind.TYPE)
    is_here = nodes.files[rows] == around.file
    columns["here"] = is_here.astype(np.float64)
    columns["function"] = ((kinds == NodeKind.FUNCTION) & ~is_member).astype(np.float64)
    columns["method"] = ((kinds == NodeKind.FUNCTION) & is_member).astype(np.float64)
    columns["type"] = (kinds == NodeKind.TYPE).astype(np.float64)
    columns["field"] = ((kinds == NodeKind.VARIABLE) & is_member).astype(np.float64)
    columns["variable"] = ((kinds == NodeKind.VARIABLE) & ~is_member).astype(np.float64)
    columns["constructor"] = ((flags & int(NodeFlag.CONSTRUCTOR)) != 0).astype(np.float64)
    columns["test"] = ((flags & int(NodeFlag.TEST)) != 0).astype(np.float64)
    privacy = np.array([each.privacy for each in facts], dtype=np.int64)
    columns["private"] = (privacy == 1).astype(np.float64)
    columns["dunder"] = (privacy == 2).astype(np.float64)  # noqa: PLR2004 - two underscores
    columns["popular"] = np.log1p(n_users)
    columns["unused"] = (n_users == 0).astype(np.float64)
    lines = nodes.spans[rows, 0].astype(np.float64)
    distance = np.abs(lines - float(nodes.spans[around.row, 0]))
    columns["distance"] = np.where(is_here, np.log1p(distance), 0.0)
    columns["behind"] = np.where(is_here, lines > float(nodes.spans[around.row, 0]), 0.0)
    columns["size"] = np.log1p(nodes.sizes[rows])


def _add_names(
    around: Surroundings,
    facts: Sequence[NameFacts],
    columns: dict[str, npt.NDArray[np.float64]],
    documentation: str,
) -> None:
    near = around.near
    own = near.words_of_row(around.row)
    class_words = frozenset() if around.own_class is None else near.words_of_row(around.own_class)
    said = frozenset(_IDENTIFIER.findall(documentation))
    said_words = frozenset(name.lower() for name in said)
    parameter_words = frozenset(word for name in near.parameters_of(around.row) for word in words_of(name))
    telling = own | class_words | said_words | parameter_words
    places: list[int] = []
    values: list[tuple[float, ...]] = []
    for place, each in enumerate(facts):
        words = each.words
        if words.isdisjoint(telling):
            continue
        n_words = len(words)
        both = len(words & own)
        places.append(place)
        values.append(
            (
                both / n_words,
                both / (n_words + len(own) - both),
                len(words & class_words) / n_words,
                len(words & said_words) / n_words,
                len(words & parameter_words) / n_words,
            )
        )
    table = np.zeros((len(facts), 6))
    if places:
        table[np.array(places), :5] = values
    if said:
        table[:, 5] = [each.name in said for each in facts]
    for place, name in enumerate(("words", "alike", "class_words", "said_words", "parameter_words", "said")):
        columns[name] = table[:, place]


def _add_crossed(columns: dict[str, npt.NDArray[np.float64]]) -> None:
    """Add what two features say only together."""
    used_here = columns["n_methods"] + columns["n_file"] + columns["n_module"]
    no_use_here = (used_here == 0).astype(np.float64)
    columns["imported_for_it"] = columns["imported"] * no_use_here
    columns["helper_for_it"] = columns["here"] * columns["unused"]
    columns["private_helper_for_it"] = columns["helper_for_it"] * columns["private"]
    columns["only_used_here"] = columns["here"] * np.exp(-columns["popular"])
    for kind in ("function", "method", "type", "field", "variable"):
        for relation in (
            "class_member",
            "top_of_file",
            "imported",
            "base_member",
            "inner_of_file",
            "parameter_member",
            "field_member",
            "imported_member",
        ):
            columns[f"{kind}_{relation}"] = columns[kind] * columns[relation]
    for relation in (
        "class_member",
        "base_member",
        "imported",
        "top_of_file",
        "imported_member",
        "parameter_member",
        "field_member",
        "of_imported_module",
    ):
        columns[f"{relation}_popular"] = columns[relation] * columns["popular"]
        columns[f"{relation}_words"] = columns[relation] * columns["words"]
    for relation in ("class_of_module_member", "second_member", "of_imported_module"):
        columns[f"{relation}_n_folder"] = columns[relation] * columns["n_folder"]
        columns[f"{relation}_n_file"] = columns[relation] * columns["n_file"]
    columns["passed_on_popular"] = columns["passed_on"] * columns["popular"]
    columns["constructor_imported_member"] = columns["constructor"] * columns["imported_member"]
    columns["constructor_inner"] = columns["constructor"] * columns["inner_of_file"]

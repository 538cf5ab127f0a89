"""Features of candidates: how a symbol relates to a function that may use it.

Turns: Surroundings → Candidates: every symbol that the function may use, one row each, one column per feature.
"""

import re
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.context.name_words import NameWords, words_of
from codeshed.context.similar_functions import SimilarFunctions, find_similar_functions
from codeshed.context.surroundings import GraphLookups, Surroundings
from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.columns import distinct, is_among
from codeshed.graph.data.kinds import NodeFlag, NodeKind

Matrix = npt.NDArray[np.float64]
Column = npt.NDArray[np.float64]

_IDENTIFIER = re.compile(r"[A-Za-z_]\w+")
_BY_CLASS = (
    "methods",
    "file",
    "neighbours",
    "folder",
    "namesakes",
    "callers",
    "like_words",
    "like_parameters",
    "users_of_imports",
)
"""Groups of similar functions for which uses of anything of a symbol's class are counted too."""

_BY_FILE = ("methods", "file", "neighbours", "namesakes", "like_words", "users_of_imports")
"""Groups of similar functions for which uses of anything of a symbol's file are counted too."""


class Candidates(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols that a function may use or change with, by row, and their features: one column for each of `names`."""

    rows: Longs
    names: tuple[str, ...]
    values: Matrix


def use_candidates(surroundings: Surroundings, documentation: str = "") -> Candidates:
    """Return what a function may use; `documentation` is the text about it, which may name symbols."""
    groups = find_similar_functions(surroundings)
    relations = _relations(surroundings)
    farther = (*_farther_members(surroundings), *surroundings.named_in(documentation))
    found = distinct(
        np.concatenate(
            [
                *(each.targets for each in groups.values()),
                *(np.array(each, dtype=np.int64) for each in relations.values()),
                np.array(farther, dtype=np.int64),
            ]
        )
    )
    nodes = surroundings.graph.nodes
    is_usable = (nodes.kinds[found] != NodeKind.MODULE) & ((nodes.flags[found] & int(NodeFlag.EXTERNAL)) == 0)
    is_usable &= nodes.files[found] != NO_ROW
    rows = found[is_usable & ~is_among(found, tuple(surroundings.own_rows))]
    columns: dict[str, Column] = {}
    for name, members in relations.items():
        columns[name] = is_among(rows, members).astype(np.float64)
    _add_uses_by_similar(surroundings, rows, groups, columns)
    facts = surroundings.lookups.facts_of_names(rows.tolist())
    _add_symbol_features(surroundings, rows, columns, facts)
    _add_name_features(surroundings, rows, facts, columns, documentation)
    _add_products(columns)
    _add_seed_features(surroundings, columns, documentation)
    names = tuple(columns)
    return Candidates(rows=rows, names=names, values=np.array([columns[name] for name in names]).T)


def _add_uses_by_similar(
    surroundings: Surroundings, rows: Longs, groups: dict[str, SimilarFunctions], columns: dict[str, Column]
) -> None:
    """Add how many functions of each group of similar functions use a symbol, its class or its file."""
    symbols = np.arange(len(rows))
    classes, class_of = np.unique(surroundings.lookups.classes[rows], return_inverse=True)
    files, file_of = np.unique(surroundings.graph.nodes.files[rows], return_inverse=True)
    has_class = surroundings.lookups.classes[rows] != NO_ROW
    for name, group in groups.items():
        uses = group.uses_of(rows)
        total = group.total or 1.0
        counts = uses.counts(symbols, len(rows), group.weights)
        columns[f"n_{name}"] = np.log1p(counts)
        columns[f"share_{name}"] = counts / total
        if name in _BY_CLASS:
            by_class = uses.counts(class_of, len(classes), group.weights)[class_of]
            columns[f"class_n_{name}"] = np.log1p(np.where(has_class, by_class, 0.0))
        if name in _BY_FILE:
            columns[f"file_share_{name}"] = uses.counts(file_of, len(files), group.weights)[file_of] / total


def _relations(surroundings: Surroundings) -> dict[str, Sequence[int]]:
    """Return symbols by their structural relation to the function, whoever uses them."""
    lookups = surroundings.lookups
    nodes = surroundings.graph.nodes
    imported_types = lookups.of_kind(surroundings.imported, NodeKind.TYPE)
    imported_modules = lookups.of_kind(surroundings.imported, NodeKind.MODULE)
    in_file = surroundings.in_file
    outer = nodes.enclosing[in_file]
    is_top = outer == (NO_ROW if surroundings.module is None else surroundings.module)
    parameter_types = surroundings.parameter_types
    return {
        "own_class": [] if surroundings.own_class is None else [surroundings.own_class],
        "class_member": surroundings.class_members,
        "base": surroundings.bases,
        "base_member": [m for base in surroundings.bases for m in lookups.members_of(base)],
        "family_member": [m for each in surroundings.related_types for m in lookups.members_of(each)],
        "top_of_file": in_file[is_top].tolist(),
        "inner_of_file": in_file[~is_top].tolist(),
        "imported": surroundings.imported,
        "imported_member": [m for each in imported_types for m in lookups.members_of(each)],
        "of_imported_module": [m for each in imported_modules for m in lookups.members_of(each)],
        "parameter_type": parameter_types,
        "parameter_member": _all_members(lookups, parameter_types),
        "return_type": surroundings.return_types,
        "return_member": _all_members(lookups, surroundings.return_types),
        "field_type": surroundings.field_types,
        "field_member": _all_members(lookups, surroundings.field_types),
        "class_of_module_member": [
            m for each in imported_modules for m in lookups.members_of_classes_in(each)
        ],
        "reexported": [row for module in imported_modules for row in lookups.imports_of(module)],
        "variable_type": surroundings.variable_types,
        "variable_member": _all_members(lookups, surroundings.variable_types),
        "second_member": [m for each in surroundings.second_types for m in lookups.members_of(each)],
        "second_type": surroundings.second_types,
        "caller": surroundings.callers,
        "imported_inherited": [
            m
            for each in imported_types
            for base in lookups.all_bases_of(each)
            for m in lookups.members_of(base)
        ],
    }


def _farther_members(surroundings: Surroundings) -> list[int]:
    """Return members of what imported modules import themselves, and of types that other methods of the class use."""
    lookups = surroundings.lookups
    modules = lookups.of_kind(surroundings.imported, NodeKind.MODULE)
    passed_on = [row for module in modules for row in lookups.imports_of(module)]
    owners = dict.fromkeys((*passed_on, *surroundings.types_used_by_methods))
    return [m for each in owners for m in lookups.members_of(each)]


def _all_members(lookups: GraphLookups, types: Sequence[int]) -> list[int]:
    """Return the members of some types and of their bases."""
    all_types = dict.fromkeys((*types, *(base for each in types for base in lookups.all_bases_of(each))))
    return [m for each in all_types for m in lookups.members_of(each)]


def _add_symbol_features(
    surroundings: Surroundings,
    rows: Longs,
    columns: dict[str, Column],
    facts: Sequence[NameWords],
) -> None:
    """Add features of the symbol itself."""
    nodes = surroundings.graph.nodes
    lookups = surroundings.lookups
    kinds = nodes.kinds[rows]
    flags = nodes.flags[rows]
    n_users = lookups.n_users[rows]
    enclosing = nodes.enclosing[rows]
    is_member = (enclosing != NO_ROW) & (nodes.kinds[np.maximum(enclosing, 0)] == NodeKind.TYPE)
    is_here = nodes.files[rows] == surroundings.file
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
    distance = np.abs(lines - float(nodes.spans[surroundings.row, 0]))
    columns["distance"] = np.where(is_here, np.log1p(distance), 0.0)
    columns["behind"] = np.where(is_here, lines > float(nodes.spans[surroundings.row, 0]), 0.0)
    columns["size"] = np.log1p(nodes.sizes[rows])


def _add_name_features(
    surroundings: Surroundings,
    rows: Longs,
    facts: Sequence[NameWords],
    columns: dict[str, Column],
    documentation: str,
) -> None:
    """Add the words that names of symbols and their classes share with the names and texts around the function."""
    lookups = surroundings.lookups
    own = lookups.words_of_row(surroundings.row)
    class_words = (
        frozenset() if surroundings.own_class is None else lookups.words_of_row(surroundings.own_class)
    )
    documented_names = frozenset(_IDENTIFIER.findall(documentation))
    documentation_words = frozenset(name.lower() for name in documented_names)
    parameter_words = frozenset(
        word for name in lookups.parameters_of(surroundings.row) for word in words_of(name)
    )
    n_with: dict[str, int] = {}
    known_words = own | class_words | documentation_words | parameter_words
    common = {
        place: each.words & known_words
        for place, each in enumerate(facts)
        if not each.words.isdisjoint(known_words)
    }
    for words in common.values():
        for word in words:
            n_with[word] = n_with.get(word, 0) + 1
    table = np.zeros((len(facts), 9))
    for place, words in common.items():
        n_words = len(facts[place].words)
        both = words & own
        with_parameter = words & parameter_words
        with_documentation = words & documentation_words
        table[place] = (
            len(both) / n_words,
            len(both) / (n_words + len(own) - len(both)),
            len(words & class_words) / n_words,
            len(with_documentation) / n_words,
            len(with_parameter) / n_words,
            sum(1 / n_with[word] for word in both),
            sum(1 / n_with[word] for word in with_documentation),
            sum(1 / n_with[word] for word in with_parameter),
            0.0,
        )
    if documented_names:
        table[:, 8] = [each.name in documented_names for each in facts]
    for place, name in enumerate(
        (
            "words",
            "alike",
            "class_words",
            "said_words",
            "parameter_words",
            "rare_words",
            "rare_said",
            "rare_parameter",
            "said",
        )
    ):
        columns[name] = table[:, place]
    name = lookups.name_of(surroundings.row)
    columns["same_name"] = np.array([each.name == name for each in facts], dtype=np.float64)
    classes, places = np.unique(lookups.classes[rows], return_inverse=True)
    fields = [
        each.words
        for each in lookups.facts_of_names(lookups.of_kind(surroundings.class_members, NodeKind.VARIABLE))
    ]
    known_words_of_class = (
        own | parameter_words | documentation_words | frozenset(word for each in fields for word in each)
    )
    of_class = np.zeros((len(classes), 5))
    first = int(len(classes) > 0 and classes[0] == NO_ROW)
    for place, facts_of_class in enumerate(lookups.facts_of_names(classes[first:].tolist()), first):
        words = facts_of_class.words
        of_class[place, 3] = facts_of_class.name in documented_names
        if words.isdisjoint(known_words_of_class):
            continue
        n_words = len(words)
        alike = (len(words & each) / len(words | each) for each in fields if not words.isdisjoint(each))
        of_class[place] = (
            len(words & own) / n_words,
            len(words & parameter_words) / n_words,
            max(alike, default=0.0),
            of_class[place, 3],
            len(words & documentation_words) / n_words,
        )
    for place, name in enumerate(
        ("owner_words", "owner_parameter", "owner_field", "owner_said", "owner_said_words")
    ):
        columns[name] = of_class[places, place]


def _add_products(columns: dict[str, Column]) -> None:
    """Add products of features that are informative only together."""
    used_here = columns["n_methods"] + columns["n_file"] + columns["n_module"]
    no_use_here = (used_here == 0).astype(np.float64)
    columns["imported_for_it"] = columns["imported"] * no_use_here
    columns["helper_for_it"] = columns["here"] * columns["unused"]
    columns["private_helper_for_it"] = columns["helper_for_it"] * columns["private"]
    columns["only_used_here"] = columns["here"] * np.exp(-columns["popular"])


def _add_seed_features(surroundings: Surroundings, columns: dict[str, Column], documentation: str) -> None:
    """Add features of the function itself; they are the same for all symbols, and modulate the other features."""
    lookups = surroundings.lookups
    n_rows = len(columns["here"])
    facts = lookups.name_facts(surroundings.row)
    flags = int(surroundings.graph.nodes.flags[surroundings.row])
    enclosing = int(surroundings.graph.nodes.enclosing[surroundings.row])
    is_nested = enclosing != NO_ROW and surroundings.graph.nodes.kinds[enclosing] == NodeKind.FUNCTION
    for name, value in (
        ("seed_constructor", float(flags & NodeFlag.CONSTRUCTOR != 0)),
        ("seed_privacy", float(facts.privacy)),
        ("seed_nested", float(is_nested)),
        ("seed_method", float(surroundings.own_class is not None)),
        ("seed_parameters", np.log1p(len(lookups.parameters_of(surroundings.row)))),
        ("seed_documentation", np.log1p(len(documentation))),
        ("seed_callers", np.log1p(len(surroundings.callers))),
        ("seed_members", np.log1p(len(surroundings.class_members))),
        ("seed_file", np.log1p(len(surroundings.in_file))),
        ("seed_imports", np.log1p(len(surroundings.imported))),
        ("seed_candidates", np.log1p(n_rows)),
    ):
        columns[name] = np.full(n_rows, value)

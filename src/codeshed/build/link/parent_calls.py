"""Calls by which a method names the class that it inherits from.

Turns: mentions → ParentCalls: `Animal.speak(self)` in `Dog.speak` names the parent; `super.speak()` says that there is
one. A call on another object is neither, nor one that hands on nothing of its own: whoever holds a pane may call its
`draw`, and whoever makes one its `new`.
"""

from collections import defaultdict

import msgspec
import numpy as np

from codeshed.build.link.classes_without_bases import OpenClasses
from codeshed.build.link.declarations import Declarations
from codeshed.build.link.joined_columns import Mentions
from codeshed.build.link.string_union import NOTHING, Strings
from codeshed.build.link.symbol_rows import Symbols
from codeshed.build.part.document_part import MentionFlag
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.kinds import ProvenanceCode

_PARENT_WORDS = ("super", "parent")
"""What languages call the parent of the class around."""


class ParentCalls(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of child and parent that a call names; and for each child the names of methods that it calls of a parent."""

    named: frozenset[tuple[int, int]]
    unnamed: dict[int, frozenset[int]]


def find_parent_calls(
    classes: OpenClasses, declarations: Declarations, symbols: Symbols, strings: Strings, mentions: Mentions
) -> ParentCalls:
    """Find the calls by which methods of open classes name their parents."""
    columns = declarations.columns
    is_open = np.zeros(len(columns) + 1, dtype=np.bool_)
    is_open[sorted(classes.open)] = True
    callers = symbols.declaration_of[symbols.function_of[mentions.enclosing]]
    children = np.where(callers == NO_ROW, NO_ROW, _owners(callers, declarations, symbols))
    is_call = mentions.has(MentionFlag.CALL) & ~mentions.has(MentionFlag.CANDIDATE) & is_open[children]
    rows = np.flatnonzero(is_call)
    callers, children = callers[rows], children[rows]
    targets, receivers = mentions.targets[rows], mentions.receivers[rows]
    methods = symbols.declaration_of[targets]
    parents = np.where(methods == NO_ROW, NO_ROW, _owners(methods, declarations, symbols))
    is_super = _is_parent_word(receivers, targets, strings)
    is_class = receivers == np.where(parents == NO_ROW, NO_ROW, columns.symbols[parents])
    is_named = (parents != NO_ROW) & (columns.members[methods] == columns.members[callers])
    is_named &= (receivers == NOTHING) | is_class | is_super
    is_named &= is_super | ~mentions.has(MentionFlag.OF_ANOTHER)[rows]
    is_named &= mentions.provenances[rows] != ProvenanceCode.HEURISTIC
    pairs = zip(children[is_named].tolist(), parents[is_named].tolist(), strict=True)
    is_unnamed = is_super & (methods == NO_ROW)
    called = np.where(mentions.methods[rows] == NOTHING, columns.members[callers], mentions.methods[rows])
    names: defaultdict[int, set[int]] = defaultdict(set)
    for child, name in zip(children[is_unnamed].tolist(), called[is_unnamed].tolist(), strict=True):
        names[child].add(name)
    return ParentCalls(
        named=frozenset(pair for pair in pairs if classes.may_be_related(*pair)),
        unnamed={child: frozenset(found) for child, found in names.items()},
    )


def _owners(methods: Ints, declarations: Declarations, symbols: Symbols) -> Ints:
    """Return the declarations that contain others."""
    return symbols.declaration_of[declarations.columns.enclosing[methods]]


def _is_parent_word(receivers: Ints, targets: Ints, strings: Strings) -> Flags:
    """Whether calls are of the parent: on one of the words, or a call of the word itself where nothing else is named."""
    words = np.array([strings.find(word) for word in _PARENT_WORDS], dtype=np.int32)
    words = words[words != NOTHING]
    return np.asarray(np.isin(receivers, words) | ((receivers == NOTHING) & np.isin(targets, words)))

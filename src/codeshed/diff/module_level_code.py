"""What the code of a file that stands in no definition does to the names of the file.

Turns: DefinedFile → by each name, the lines that write to what it stands for (`REG["x"] = 1`, `hooks.append(f)`), and the
conditions under which it is defined; two of these → the names of which something differs. Lines are read as they are
indented: one that lies deeper belongs to the one above it, as a branch to its `if` and an argument to its call.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from codeshed.diff.comment_removal import without_comments
from codeshed.diff.file_symbols import Defined, DefinedFile
from codeshed.model.changes import ChangedSymbol, SymbolKind
from codeshed.model.identity import member_symbol, without_ordinal

_WRITE = re.compile(
    rb"(?:await\s+|del\s+)?\$?([A-Za-z_]\w*)(?:\s*(?:\[|<<|[-+*/|&^%@]=|=(?!=))|\s*(?:\??\.|->|::)\s*(\w*))"
)
_CONDITION = re.compile(
    rb"(?:\}\s*)?(?:async\s+)?(?:if|elif|elsif|elseif|else|unless|for|foreach|while|until|try|except|catch|rescue|finally|"
    rb"ensure|switch|case|when|match|with)\b"
)
_FURTHER = re.compile(rb"[\])}]|(?:elif|elsif|elseif|else|except|catch|rescue|finally|ensure|case|when)\b")
_INDENT = re.compile(rb"[ \t]*")

Written = Mapping[tuple[str, str], tuple[bytes, ...]]
"""Marks of all that is done to a name, in order, by the name and the member of it that stands behind a dot, if any."""


class _Line(msgspec.Struct, frozen=True):
    """A line that others may belong to: how deep it lies, the mark of its conditions, and what it writes to."""

    indent: int
    mark: bytes
    names: tuple[tuple[str, str], ...]


def written_in(file: DefinedFile) -> Written:
    """Return what the code between definitions does."""
    code = without_comments(file.content, file.language)
    outermost = _outermost(file.definitions)
    begins = [each.begin for each in outermost]
    found: defaultdict[tuple[str, str], list[bytes]] = defaultdict(list)
    above: list[_Line] = []
    begin = covered = 0
    for line in code.splitlines(keepends=True):
        start, end = begin, begin + len(line)
        begin = end
        text = line.strip()
        if start < covered or not text:
            continue
        indent = len(_INDENT.match(line)[0])  # type: ignore[index]  # it matches any line
        beside = _Line(indent, b"", ())
        while above and above[-1].indent >= indent:
            beside = above.pop()
        mark = above[-1].mark if above else b""
        if _FURTHER.match(text) and beside.indent == indent:
            mark = beside.mark
        defined = outermost[bisect_left(begins, start) : bisect_left(begins, end)]
        if defined:
            covered = max(each.end for each in defined)
            before = code[start : defined[0].begin].strip()
            mark = _marked(mark, before) if _CONDITION.match(before) else mark
            for each in defined if mark else ():
                found[each.name, ""].append(mark)
            continue
        own = _names(text)
        belongs_to = {name for each in above for name in each.names} | set(own)
        belongs_to |= set(beside.names) if text[0] in b")]}" and beside.indent == indent else set()
        line_mark = _marked(mark, text)
        for name in belongs_to:
            found[name].append(line_mark)
        above.append(_Line(indent, line_mark if _CONDITION.match(text) else mark, own))
    return {name: tuple(marks) for name, marks in found.items()}


def written_otherwise(old: DefinedFile, new: DefinedFile) -> tuple[tuple[str, str], ...]:
    """Return the names to which something else is done than before, each with the member behind it."""
    before, after = written_in(old), written_in(new)
    return tuple(sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)))


def with_loose_code(
    changes: Sequence[ChangedSymbol], old: DefinedFile, new: DefinedFile, kinds: Mapping[str, SymbolKind]
) -> list[ChangedSymbol]:
    """Return what became of the symbols of a file, with those to which its own code does something else than before.

    `kinds` are those of the symbols that are in both states. What the code does to names that the file imports is told
    of its module.
    """
    module = next((each for each in changes if each.symbol_id == new.path and _runs(each)), None)
    if module is None:
        return list(changes)
    written = written_otherwise(old, new)
    names = frozenset(name for name, _ in written)
    symbols_by_name: defaultdict[str, list[str]] = defaultdict(list)
    for symbol in kinds:
        symbols_by_name[without_ordinal(symbol)].append(symbol)
    known = frozenset(each.symbol_id for each in changes if _runs(each))
    own = [
        ChangedSymbol(kind="body", symbol_id=symbol, symbol_kind=kinds[symbol])
        for name in sorted(names)
        for symbol in symbols_by_name[member_symbol(new.path, name)]
        if symbol not in known
    ]
    replaced = frozenset(each.symbol_id for each in own) | {new.path}
    return [
        *(each for each in changes if each.symbol_id not in replaced),
        replace(module, writes=_imported(written, (old, new))),
        *own,
    ]


def _runs(change: ChangedSymbol) -> bool:
    return change.only is None and change.kind != "renamed"


def _imported(written: Sequence[tuple[str, str]], files: tuple[DefinedFile, DefinedFile]) -> tuple[str, ...]:
    """Return by which names other files have what a file writes to: imported itself, or behind the name of a module."""
    found: set[str] = set()
    for name, member in written:
        sources = [source for file in files for source in file.bindings.inside.get(name, ())]
        found.update(part for source in sources for part in source[1:2])
        found.update([member] if sources else [])
    return tuple(sorted(found - {""}))


def _outermost(definitions: tuple[Defined, ...]) -> list[Defined]:
    """Return the definitions that lie in no other, in their order; several may share one assignment."""
    found: list[Defined] = []
    end = 0
    for each in definitions:
        is_beside = bool(found) and (each.begin == found[-1].begin or each.end == found[-1].end)
        if each.is_within or (each.begin < end and not is_beside):
            continue
        found.append(each)
        end = max(end, each.end)
    return found


def _names(text: bytes) -> tuple[tuple[str, str], ...]:
    match = _WRITE.match(text)
    if match is None:
        return ()
    return ((match[1].decode(), (match[2] or b"").decode()),)


def _marked(mark: bytes, text: bytes) -> bytes:
    return blake2b(mark + b"\n" + text, digest_size=16).digest()

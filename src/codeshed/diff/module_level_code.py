"""What the module-level code of a file does to the names of the file.

Turns: FileVersion → for each name, digests of the lines that write to it (`REG["x"] = 1`, `hooks.append(f)`) and of the
conditions under which it is defined; two FileVersions → the names whose digests differ. Lines are nested by indentation: a
deeper line belongs to the one above it, as a branch to its `if` and an argument to its call.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from codeshed.diff.comment_removal import blank_comments
from codeshed.diff.file_version import FileSymbol, FileVersion
from codeshed.model.change_set import ChangedSymbol, SymbolKind
from codeshed.model.symbol_ids import member_symbol, without_ordinal

_WRITE_STATEMENT = re.compile(
    rb"(?:await\s+|del\s+)?\$?([A-Za-z_]\w*)(?:\s*(?:\[|<<|[-+*/|&^%@]=|=(?!=))|\s*(?:\??\.|->|::)\s*(\w*))"
)
_CONDITION = re.compile(
    rb"(?:\}\s*)?(?:async\s+)?(?:if|elif|elsif|elseif|else|unless|for|foreach|while|until|try|except|catch|rescue|finally|"
    rb"ensure|switch|case|when|match|with)\b"
)
_CONTINUATION = re.compile(
    rb"[\])}]|(?:elif|elsif|elseif|else|except|catch|rescue|finally|ensure|case|when)\b"
)
_INDENT = re.compile(rb"[ \t]*")

Writes = Mapping[tuple[str, str], tuple[bytes, ...]]
"""Digests of all that is done to a name, in order, by the name and the member after its dot, if any."""


class _OpenLine(msgspec.Struct, frozen=True):
    """A line under which deeper lines are nested: its indentation, the digest of its conditions, and what it writes to."""

    indent: int
    mark: bytes
    names: tuple[tuple[str, str], ...]


def find_writes(file: FileVersion) -> Writes:
    """Return what module-level code does to names."""
    code = blank_comments(file.content, file.language)
    outermost = _outermost(file.definitions)
    begins = [each.begin for each in outermost]
    found: defaultdict[tuple[str, str], list[bytes]] = defaultdict(list)
    above: list[_OpenLine] = []
    begin = covered = 0
    for line in code.splitlines(keepends=True):
        start, end = begin, begin + len(line)
        begin = end
        text = line.strip()
        if start < covered or not text:
            continue
        indent = len(_INDENT.match(line)[0])  # type: ignore[index]  # it matches any line
        sibling = _OpenLine(indent, b"", ())
        while above and above[-1].indent >= indent:
            sibling = above.pop()
        mark = above[-1].mark if above else b""
        if _CONTINUATION.match(text) and sibling.indent == indent:
            mark = sibling.mark
        defined = outermost[bisect_left(begins, start) : bisect_left(begins, end)]
        if defined:
            covered = max(each.end for each in defined)
            before = code[start : defined[0].begin].strip()
            mark = _chained(mark, before) if _CONDITION.match(before) else mark
            for each in defined if mark else ():
                found[each.name, ""].append(mark)
            continue
        own = _written_names(text)
        belongs_to = {name for each in above for name in each.names} | set(own)
        belongs_to |= set(sibling.names) if text[0] in b")]}" and sibling.indent == indent else set()
        line_mark = _chained(mark, text)
        for name in belongs_to:
            found[name].append(line_mark)
        above.append(_OpenLine(indent, line_mark if _CONDITION.match(text) else mark, own))
    return {name: tuple(marks) for name, marks in found.items()}


def differing_writes(old: FileVersion, new: FileVersion) -> tuple[tuple[str, str], ...]:
    """Return the names to which module-level code does something else than before, each with its member."""
    before, after = find_writes(old), find_writes(new)
    return tuple(sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)))


def with_module_level_changes(
    changes: Sequence[ChangedSymbol], old: FileVersion, new: FileVersion, kinds: Mapping[str, SymbolKind]
) -> list[ChangedSymbol]:
    """Add the symbols to which the module-level code of their file does something else than before.

    `kinds` are those of the symbols that both revisions have. What the code does to imported names is recorded in `writes` of
    the module.
    """
    module = next((each for each in changes if each.symbol_id == new.path and _changes_behaviour(each)), None)
    if module is None:
        return list(changes)
    written = differing_writes(old, new)
    names = frozenset(name for name, _ in written)
    symbols_by_name: defaultdict[str, list[str]] = defaultdict(list)
    for symbol in kinds:
        symbols_by_name[without_ordinal(symbol)].append(symbol)
    known = frozenset(each.symbol_id for each in changes if _changes_behaviour(each))
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


def _changes_behaviour(change: ChangedSymbol) -> bool:
    return change.only is None and change.kind != "renamed"


def _imported(written: Sequence[tuple[str, str]], files: tuple[FileVersion, FileVersion]) -> tuple[str, ...]:
    """Return the names by which other files know what a file writes to: an import itself, or a member of a module."""
    found: set[str] = set()
    for name, member in written:
        sources = [source for file in files for source in file.bindings.inside.get(name, ())]
        found.update(part for source in sources for part in source[1:2])
        found.update([member] if sources else [])
    return tuple(sorted(found - {""}))


def _outermost(definitions: tuple[FileSymbol, ...]) -> list[FileSymbol]:
    """Return the definitions that are nested in no other, in source order; several may share one assignment."""
    found: list[FileSymbol] = []
    end = 0
    for each in definitions:
        is_same_statement = bool(found) and (each.begin == found[-1].begin or each.end == found[-1].end)
        if each.is_set_in_method or (each.begin < end and not is_same_statement):
            continue
        found.append(each)
        end = max(end, each.end)
    return found


def _written_names(text: bytes) -> tuple[tuple[str, str], ...]:
    match = _WRITE_STATEMENT.match(text)
    if match is None:
        return ()
    return ((match[1].decode(), (match[2] or b"").decode()),)


def _chained(mark: bytes, text: bytes) -> bytes:
    return blake2b(mark + b"\n" + text, digest_size=16).digest()

"""What became of the symbols of files that differ.

Turns: the files of two states → ChangedFiles and ChangedSymbols. A symbol differs if its own text does, wherever that
stands: one that is only moved within its file or its class is as it was.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from codeshed.diff.changed_imports import OwnNames, Rebound, changed_bindings, rebound, uses
from codeshed.diff.equivalent_imports import ImportMeanings, OtherModules
from codeshed.diff.file_symbols import DefinedFile
from codeshed.diff.module_level_code import with_loose_code
from codeshed.diff.overload_matching import pair_symbols
from codeshed.diff.renames import find_renamed, renamed_files
from codeshed.diff.symbol_text import OwnText, own_texts
from codeshed.diff.type_shape import TypeParts, unlike_parts
from codeshed.model.changes import ChangedBinding, ChangedFile, ChangedLines, ChangedSymbol, UnlikeOnly
from codeshed.model.identity import SEPARATOR, without_ordinal

Presence = Mapping[str, bool]
"""Paths of files that are no code, and whether each is there."""


class _Side(msgspec.Struct, frozen=True, kw_only=True):
    """One state: its files and the texts of their symbols."""

    files: Mapping[str, DefinedFile]
    texts: Mapping[str, Mapping[str, OwnText]]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """Files and symbols that differ, by path and symbol; names that stand for something else than before."""

    files: tuple[ChangedFile, ...]
    symbols: tuple[ChangedSymbol, ...]
    bindings: tuple[ChangedBinding, ...] = ()
    wide_imports: tuple[str, ...] = ()


def compare(
    old_files: Sequence[DefinedFile], new_files: Sequence[DefinedFile], others: OtherModules | None = None
) -> Compared:
    """Compare two states of the files of code that differ; `others` are modules that are the same in both."""
    old, new = _side(old_files), _side(new_files)
    meanings = None if others is None else ImportMeanings(old.files, new.files, others)
    gone = sorted(old.files.keys() - new.files.keys())
    come = sorted(new.files.keys() - old.files.keys())
    old_path_by_new = renamed_files(
        {path: old.texts[path] for path in gone}, {path: new.texts[path] for path in come}
    )
    renamed_from = frozenset(old_path_by_new.values())
    files = [
        ChangedFile(path=path, status="deleted", is_code=True) for path in gone if path not in renamed_from
    ]
    symbols: list[ChangedSymbol] = []
    bindings: list[ChangedBinding] = []
    wide: list[str] = []
    removed: list[OwnText] = [
        text for path in gone if path not in renamed_from for text in old.texts[path].values()
    ]
    added: list[OwnText] = []
    for path in sorted(new.files):
        old_path = old_path_by_new.get(path, path)
        if old_path not in old.files:
            files.append(ChangedFile(path=path, status="added", is_code=True))
            added += new.texts[path].values()
            continue
        status: Literal["modified", "renamed"] = "modified" if old_path == path else "renamed"
        files.append(
            ChangedFile(
                path=path, status=status, old_path=old_path if status == "renamed" else None, is_code=True
            )
        )
        before = {_moved(symbol, old_path, path): text for symbol, text in old.texts[old_path].items()}
        after = new.texts[path]
        old_by_symbol = pair_symbols(before, after)
        paired = frozenset(old_by_symbol.values())
        removed += [text for symbol, text in before.items() if symbol not in paired]
        added += [text for symbol, text in after.items() if symbol not in old_by_symbol]
        was, now = old.files[old_path], new.files[path]
        imported = now.bindings if meanings is None else meanings.told_as_before(was, now)
        names = rebound(was.bindings, imported, now.language)
        changes = [
            change
            for symbol, text in after.items()
            if symbol in old_by_symbol
            for change in _with_imports(
                _with_parts(
                    tuple(_changed(before[old_by_symbol[symbol]], text, was, now)),
                    was.parts.get(_moved(old_by_symbol[symbol], path, old_path)),
                    now.parts.get(symbol),
                    text,
                ),
                text,
                names,
            )
        ]
        symbols += with_loose_code(
            changes, was, now, {symbol: after[symbol].kind for symbol in old_by_symbol}
        )
        wide += [path] if names.is_wide else []
        own = OwnNames(old=_outermost(before, path), new=_outermost(after, path))
        bindings += changed_bindings(path, was.bindings, imported, own, now.language)
    old_by_new = find_renamed(removed, added)
    renamed = frozenset(old_by_new.values())
    symbols += [_placed("removed", text, None, old.files) for text in removed if text.symbol not in renamed]
    symbols += [
        _placed(
            "renamed" if text.symbol in old_by_new else "added", text, old_by_new.get(text.symbol), new.files
        )
        for text in added
    ]
    return Compared(
        files=tuple(sorted(files, key=lambda each: each.path)),
        symbols=tuple(sorted(symbols, key=lambda each: (each.symbol_id, each.kind))),
        bindings=tuple(bindings),
        wide_imports=tuple(wide),
    )


def _side(files: Sequence[DefinedFile]) -> _Side:
    return _Side(
        files={each.path: each for each in files}, texts={each.path: own_texts(each) for each in files}
    )


def _outermost(symbols: Iterable[str], path: str) -> frozenset[str]:
    """Return the names of the symbols of a file that lie in no other."""
    return frozenset(each.removeprefix(path + SEPARATOR) for each in symbols)


def _moved(symbol: str, old_path: str, path: str) -> str:
    """Return the id that a symbol has if only its file is called otherwise."""
    return path + symbol.removeprefix(old_path)


def _changed(
    old: OwnText, new: OwnText, old_file: DefinedFile, new_file: DefinedFile
) -> Iterator[ChangedSymbol]:
    is_moved = _without_ordinals(old.symbol) != _without_ordinals(new.symbol)
    is_counted_otherwise = old.counted_from != new.counted_from
    only = None if is_counted_otherwise else _only(old, new)
    is_same = old.lines == new.lines and (only is not None or old.words is None or new.words is None)
    is_same = (is_same and not is_counted_otherwise) or (old.is_within and new.is_within)
    if is_same and not is_moved:
        return
    lines, old_lines = (None, None) if is_same else _differing_lines(old, new, old_file, new_file)
    yield ChangedSymbol(
        kind="renamed" if is_same else "body" if old.head == new.head else "signature",
        symbol_id=new.symbol,
        symbol_kind=new.kind,
        old_symbol_id=old.symbol if is_moved else None,
        lines=lines,
        old_lines=old_lines,
        only=None if is_same else only,
    )


def _with_parts(
    changes: tuple[ChangedSymbol, ...], old: TypeParts | None, new: TypeParts | None, text: OwnText
) -> tuple[ChangedSymbol, ...]:
    """Return what became of a symbol; a type that is made of something else differs, whatever is written around that."""
    unlike = unlike_parts(old, new)
    if unlike is None or any(each.kind == "signature" and each.only is None for each in changes):
        return changes
    known = next(iter(changes), None)
    if known is None:
        return (ChangedSymbol(kind=unlike, symbol_id=text.symbol, symbol_kind=text.kind, is_of_parts=True),)
    return (replace(known, kind=unlike, only=None, is_of_parts=True),)


def _with_imports(
    changes: tuple[ChangedSymbol, ...], text: OwnText, names: Rebound
) -> tuple[ChangedSymbol, ...]:
    """Return what became of a symbol; if that is nothing that runs, a name in it may stand for something else."""
    if any(each.only is None and each.kind != "renamed" for each in changes) or not uses(text, names):
        return changes
    old = next((each.old_symbol_id for each in changes), None)
    return (ChangedSymbol(kind="import", symbol_id=text.symbol, symbol_kind=text.kind, old_symbol_id=old),)


def _only(old: OwnText, new: OwnText) -> UnlikeOnly | None:
    """Return what is unlike in two texts if nothing is that runs; without their words, whole lines tell."""
    if old.words is None or new.words is None:
        return "comments" if old.code == new.code else None
    if old.words.documented == new.words.documented:
        return "layout" if old.words.comments == new.words.comments else "comments"
    return "documentation" if old.words.code == new.words.code else None


def _without_ordinals(symbol: str) -> str:
    """Return an id without what tells overloads apart, wherever in it: where one stands is not what it is."""
    path, separator, name = symbol.partition(SEPARATOR)
    return path + separator + ".".join(without_ordinal(each) for each in name.split("."))


def _placed(
    kind: Literal["added", "removed", "renamed"],
    text: OwnText,
    old_symbol: str | None,
    files: Mapping[str, DefinedFile],
) -> ChangedSymbol:
    file = files[text.symbol.partition(SEPARATOR)[0]]
    lines = _lines_of(text, file)
    return ChangedSymbol(
        kind=kind,
        symbol_id=text.symbol,
        symbol_kind=text.kind,
        old_symbol_id=old_symbol,
        lines=None if kind == "removed" else lines,
        old_lines=lines if kind == "removed" else None,
    )


def _lines_of(text: OwnText, file: DefinedFile) -> ChangedLines | None:
    if text.place is None:
        return None
    first = file.content.count(b"\n", 0, text.place.begin) + 1
    return ChangedLines(
        start_line=first, end_line=first + file.content.count(b"\n", text.place.begin, text.place.end)
    )


def _differing_lines(
    old: OwnText, new: OwnText, old_file: DefinedFile, new_file: DefinedFile
) -> tuple[ChangedLines | None, ChangedLines | None]:
    """Return the lines of a definition from the first to the last one that differs, on both sides."""
    before, after = _lines_of(old, old_file), _lines_of(new, new_file)
    if before is None or after is None:
        return None, None
    old_lines = old_file.content.splitlines()[before.start_line - 1 : before.end_line]
    new_lines = new_file.content.splitlines()[after.start_line - 1 : after.end_line]
    n_first = _n_common(old_lines, new_lines)
    n_last = _n_common(old_lines[n_first:][::-1], new_lines[n_first:][::-1])
    return (
        _trimmed(after, len(new_lines), n_first, n_last),
        _trimmed(before, len(old_lines), n_first, n_last),
    )


def _n_common(one: list[bytes], other: list[bytes]) -> int:
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _trimmed(lines: ChangedLines, n_lines: int, n_first: int, n_last: int) -> ChangedLines | None:
    """Return the lines between those that are alike; None if nothing is left on this side."""
    if n_first + n_last >= n_lines:
        return None
    return ChangedLines(start_line=lines.start_line + n_first, end_line=lines.end_line - n_last)

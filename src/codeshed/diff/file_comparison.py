"""Compare two revisions of a set of files.

Turns: FileVersions of both → ChangedFiles, ChangedSymbols, ChangedBindings. A symbol differs if its own text does, wherever
it is: moving it within its file or class is no change.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from codeshed.diff.changed_imports import (
    ReboundNames,
    TopLevelNames,
    find_changed_bindings,
    find_rebound_names,
    uses_rebound_name,
)
from codeshed.diff.equivalent_imports import ImportEquivalence, OtherModules
from codeshed.diff.file_version import FileVersion
from codeshed.diff.module_level_code import with_module_level_changes
from codeshed.diff.overload_matching import pair_symbols
from codeshed.diff.renames import find_renamed_files, find_renamed_symbols
from codeshed.diff.symbol_text import SymbolText, symbol_texts, with_tokens
from codeshed.diff.type_shape import TypeParts, compare_parts
from codeshed.model.change_set import ChangedBinding, ChangedFile, ChangedLines, ChangedSymbol, UnlikeOnly
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.symbol_ids import SEPARATOR, without_ordinal


class _RevisionTexts(msgspec.Struct, frozen=True, kw_only=True):
    """One revision: its files and the texts of their symbols."""

    files: Mapping[str, FileVersion]
    texts: Mapping[str, Mapping[str, SymbolText]]


class ComparedFiles(msgspec.Struct, frozen=True, kw_only=True):
    """Files and symbols that differ, by path and symbol; names that are bound to something else than before."""

    files: tuple[ChangedFile, ...]
    symbols: tuple[ChangedSymbol, ...]
    bindings: tuple[ChangedBinding, ...] = ()
    wide_imports: tuple[str, ...] = ()


def compare_files(
    old_files: Sequence[FileVersion], new_files: Sequence[FileVersion], others: OtherModules | None = None
) -> ComparedFiles:
    """Compare two revisions of code files that differ; `others` are the modules that are the same in both."""
    old, new = _texts_of(old_files), _texts_of(new_files)
    equivalence = None if others is None else ImportEquivalence(old.files, new.files, others)
    removed_paths = sorted(old.files.keys() - new.files.keys())
    added_paths = sorted(new.files.keys() - old.files.keys())
    old_path_by_new = find_renamed_files(
        {path: old.texts[path] for path in removed_paths}, {path: new.texts[path] for path in added_paths}
    )
    renamed_from = frozenset(old_path_by_new.values())
    files = [
        ChangedFile(path=path, status="deleted", is_code=True)
        for path in removed_paths
        if path not in renamed_from
    ]
    symbols: list[ChangedSymbol] = []
    bindings: list[ChangedBinding] = []
    wide: list[str] = []
    removed: list[SymbolText] = [
        text for path in removed_paths if path not in renamed_from for text in old.texts[path].values()
    ]
    added: list[SymbolText] = []
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
        before: Mapping[str, SymbolText] = {
            _with_path(symbol, old_path, path): text for symbol, text in old.texts[old_path].items()
        }
        after: Mapping[str, SymbolText] = new.texts[path]
        old_by_symbol = pair_symbols(before, after)
        paired = frozenset(old_by_symbol.values())
        removed += [text for symbol, text in before.items() if symbol not in paired]
        added += [text for symbol, text in after.items() if symbol not in old_by_symbol]
        was, now = old.files[old_path], new.files[path]
        imported = now.bindings if equivalence is None else equivalence.normalize(was, now)
        names = find_rebound_names(was.bindings, imported, now.language)
        differing = [
            symbol
            for symbol, earlier in old_by_symbol.items()
            if names.names or before[earlier].raw != after[symbol].raw
        ]
        before = with_tokens(was, before, frozenset(old_by_symbol[symbol] for symbol in differing))
        after = with_tokens(now, after, frozenset(differing))
        changes = [
            change
            for symbol, text in after.items()
            if symbol in old_by_symbol
            for change in _with_import_changes(
                _with_part_changes(
                    tuple(_text_changes(before[old_by_symbol[symbol]], text, was, now)),
                    was.parts.get(_with_path(old_by_symbol[symbol], path, old_path)),
                    now.parts.get(symbol),
                    text,
                ),
                text,
                names,
            )
        ]
        symbols += with_module_level_changes(
            changes, was, now, {symbol: after[symbol].kind for symbol in old_by_symbol}
        )
        wide += [path] if names.is_wide else []
        own = TopLevelNames(old=_names_in_file(before, path), new=_names_in_file(after, path))
        bindings += find_changed_bindings(path, was.bindings, imported, own, now.language)
    old_by_new = find_renamed_symbols(removed, added)
    renamed = frozenset(old_by_new.values())
    symbols += [
        _whole_symbol_change("removed", text, None, old.files)
        for text in removed
        if text.symbol not in renamed
    ]
    symbols += [
        _whole_symbol_change(
            "renamed" if text.symbol in old_by_new else "added", text, old_by_new.get(text.symbol), new.files
        )
        for text in added
    ]
    return ComparedFiles(
        files=tuple(sorted(files, key=lambda each: each.path)),
        symbols=tuple(sorted(symbols, key=lambda each: (each.symbol_id, each.kind))),
        bindings=tuple(bindings),
        wide_imports=tuple(wide),
    )


def _texts_of(files: Sequence[FileVersion]) -> _RevisionTexts:
    return _RevisionTexts(
        files={each.path: each for each in files}, texts={each.path: symbol_texts(each) for each in files}
    )


def _names_in_file(symbols: Iterable[str], path: str) -> frozenset[str]:
    """Return the ids of symbols of a file without its path."""
    return frozenset(each.removeprefix(path + SEPARATOR) for each in symbols)


def _with_path(symbol: str, old_path: str, path: str) -> str:
    """Return the id that a symbol would have if only its file were renamed."""
    return path + symbol.removeprefix(old_path)


def _text_changes(
    old: SymbolText, new: SymbolText, old_file: FileVersion, new_file: FileVersion
) -> Iterator[ChangedSymbol]:
    is_moved = _without_ordinals(old.symbol) != _without_ordinals(new.symbol)
    is_recounted = old.counted_from != new.counted_from
    only = None if is_recounted else _immaterial_difference(old, new)
    is_same = old.lines == new.lines and (only is not None or old.tokens is None or new.tokens is None)
    is_same = (is_same and not is_recounted) or (old.is_set_in_method and new.is_set_in_method)
    is_same = is_same or _has_own_imports_alone(old, new, new_file.language)
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


def _has_own_imports_alone(old: SymbolText, new: SymbolText, language: str) -> bool:
    """Whether two texts of a module differ in nothing but lines that bind names for the file itself, and in comments."""
    own_import = traits_of(language).own_import
    if new.kind != "module" or not own_import:
        return False
    rest_of_old, rest_of_new = (
        [line for line in each.code if re.fullmatch(own_import, line.strip()) is None] for each in (old, new)
    )
    return rest_of_old == rest_of_new and old.code != new.code


def _with_part_changes(
    changes: tuple[ChangedSymbol, ...], old: TypeParts | None, new: TypeParts | None, text: SymbolText
) -> tuple[ChangedSymbol, ...]:
    """Add a change of the shape of a type, which counts whatever the rest of its text says."""
    unlike = compare_parts(old, new)
    if unlike is None or any(each.kind == "signature" and each.only is None for each in changes):
        return changes
    known = next(iter(changes), None)
    if known is None:
        return (ChangedSymbol(kind=unlike, symbol_id=text.symbol, symbol_kind=text.kind, is_of_parts=True),)
    return (replace(known, kind=unlike, only=None, is_of_parts=True),)


def _with_import_changes(
    changes: tuple[ChangedSymbol, ...], text: SymbolText, names: ReboundNames
) -> tuple[ChangedSymbol, ...]:
    """Add that a name in a symbol is rebound, if nothing else about its behaviour changed."""
    if any(each.only is None and each.kind != "renamed" for each in changes) or not uses_rebound_name(
        text, names
    ):
        return changes
    old = next((each.old_symbol_id for each in changes), None)
    return (ChangedSymbol(kind="import", symbol_id=text.symbol, symbol_kind=text.kind, old_symbol_id=old),)


def _immaterial_difference(old: SymbolText, new: SymbolText) -> UnlikeOnly | None:
    """Return what differs between two texts that run the same code; without tokens, lines are compared."""
    if old.raw == new.raw:
        return "layout"
    if old.tokens is None or new.tokens is None:
        return "comments" if old.code == new.code else None
    if old.tokens.documented == new.tokens.documented:
        return "layout" if old.tokens.comments == new.tokens.comments else "comments"
    return "documentation" if old.tokens.code == new.tokens.code else None


def _without_ordinals(symbol: str) -> str:
    """Return an id without the ordinals of overloads: a position is no identity."""
    path, separator, name = symbol.partition(SEPARATOR)
    return path + separator + ".".join(without_ordinal(each) for each in name.split("."))


def _whole_symbol_change(
    kind: Literal["added", "removed", "renamed"],
    text: SymbolText,
    old_symbol: str | None,
    files: Mapping[str, FileVersion],
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


def _lines_of(text: SymbolText, file: FileVersion) -> ChangedLines | None:
    if text.definition is None:
        return None
    first = file.content.count(b"\n", 0, text.definition.begin) + 1
    return ChangedLines(
        start_line=first,
        end_line=first + file.content.count(b"\n", text.definition.begin, text.definition.end),
    )


def _differing_lines(
    old: SymbolText, new: SymbolText, old_file: FileVersion, new_file: FileVersion
) -> tuple[ChangedLines | None, ChangedLines | None]:
    """Return the lines of a definition from the first to the last that differs, in both revisions."""
    before, after = _lines_of(old, old_file), _lines_of(new, new_file)
    if before is None or after is None:
        return None, None
    old_lines = old_file.content.splitlines()[before.start_line - 1 : before.end_line]
    new_lines = new_file.content.splitlines()[after.start_line - 1 : after.end_line]
    n_first = _n_common(old_lines, new_lines)
    n_last = _n_common(old_lines[n_first:][::-1], new_lines[n_first:][::-1])
    return (
        _trim(after, len(new_lines), n_first, n_last),
        _trim(before, len(old_lines), n_first, n_last),
    )


def _n_common(one: list[bytes], other: list[bytes]) -> int:
    pairs = zip(one, other, strict=False)
    return next((definition for definition, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _trim(lines: ChangedLines, n_lines: int, n_first: int, n_last: int) -> ChangedLines | None:
    """Return the lines between the equal ones at both ends; None if nothing is left on this side."""
    if n_first + n_last >= n_lines:
        return None
    return ChangedLines(start_line=lines.start_line + n_first, end_line=lines.end_line - n_last)

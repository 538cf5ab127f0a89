"""What changed imports mean for the symbols of their file and for its importers.

Turns: the ImportBindings of two revisions → ReboundNames (names bound to something else) and ChangedBindings (for
importers); a SymbolText → whether it uses a rebound name. Unchanged text behaves differently if a name in it is rebound.
"""

import re

import msgspec

from codeshed.diff.import_bindings import ALL, ImportBindings, Sources
from codeshed.diff.symbol_text import SymbolText
from codeshed.model.change_set import ChangedBinding
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.symbol_ids import member_symbol

_MEMBER_OPERATORS = frozenset({b".", b"?.", b"->", b"::"})
_AFTER_OPERATOR = re.compile(rb"(?:(?<!\.)\.(?!\.)|->|::)\s*\Z")
_INTERPOLATION_MARKS = (b"{", b"$", b"#")
_KEYWORD_ARGUMENT = "keyword_argument"


class ReboundNames(msgspec.Struct, frozen=True, kw_only=True):
    """Names that imports bind to something else than before. `is_wide`: a wildcard import changed, so any name may be one."""

    names: frozenset[bytes] = frozenset()
    is_wide: bool = False


class TopLevelNames(msgspec.Struct, frozen=True, kw_only=True):
    """The names of the top-level symbols of a file, in both revisions."""

    old: frozenset[str]
    new: frozenset[str]


def find_rebound_names(old: ImportBindings, new: ImportBindings, language: str) -> ReboundNames:
    """Return the names that imports bind to something else; in few languages a new wildcard import shadows other names."""
    is_wide = (
        old.wildcard_imports != new.wildcard_imports
        if traits_of(language).do_wildcard_imports_hide
        else bool(old.wildcard_imports - new.wildcard_imports)
    )
    names = _differing(old.inside, new.inside)
    return ReboundNames(
        names=frozenset(each.encode("utf-8", "surrogateescape") for each in names), is_wide=is_wide
    )


def find_changed_bindings(
    path: str, old: ImportBindings, new: ImportBindings, symbols: TopLevelNames, language: str
) -> tuple[ChangedBinding, ...]:
    """Return the names that importers of a file get from it and that are bound to something else now, or to nothing.

    Other files can import whatever a Python or C++ file imports, but few such names are meant for that. So none of them
    counts as gone. A removed symbol of the file is no binding, unless an import has its name now.
    """
    removed = symbols.old - symbols.new
    names = {
        name
        for name in _differing(old.outside, new.outside)
        if (name in old.outside and name not in removed) or (name in new.outside and name in removed)
    }
    found = [
        ChangedBinding(
            symbol_id=member_symbol(path, name),
            new_symbol_id=_new_symbol(path, old.outside.get(name, frozenset()), new.outside),
            is_gone=name not in new.outside and traits_of(language).are_reexports_declared,
        )
        for name in sorted(names)
    ]
    if old.reexported_modules - new.reexported_modules:
        found.append(ChangedBinding(symbol_id=member_symbol(path, ALL), is_gone=False))
    return tuple(found)


def uses_rebound_name(text: SymbolText, names: ReboundNames) -> bool:
    """Whether a text uses a rebound name; a local variable that shadows it is not recognised."""
    if text.kind == "module" or text.is_set_in_method:
        return False
    if names.is_wide:
        return text.kind != "variable"
    if not names.names:
        return False
    if text.tokens is None:
        return any(_has_name(line, names.names) for line in text.code)
    tokens = text.tokens.code
    return any(
        (
            word in names.names
            and (number == 0 or tokens[number - 1][2] not in _MEMBER_OPERATORS)
            and not (
                around == _KEYWORD_ARGUMENT
                and tokens[number + 1 : number + 2]
                and tokens[number + 1][2] == b"="
            )
        )
        or (any(mark in word for mark in _INTERPOLATION_MARKS) and _has_name(word, names.names))
        for number, (_, around, word) in enumerate(tokens)
    )


def _differing(old: Sources, new: Sources) -> list[str]:
    return sorted(name for name in old.keys() | new.keys() if _is_rebound(name, old.get(name), new.get(name)))


def _is_rebound(
    name: str, old: frozenset[tuple[str, ...]] | None, new: frozenset[tuple[str, ...]] | None
) -> bool:
    """Whether a name has other import targets; a further submodule (`import a`, then `import a.b`) does not rebind `a`."""
    if old is None or new is None or old - new:
        return old != new
    return any(part or detail or not module.startswith(f"{name}.") for module, part, detail in new - old)


def _new_symbol(path: str, sources: frozenset[tuple[str, ...]], new: Sources) -> str | None:
    """Return the symbol of the same file to which a name was bound, if the file exports it under another name now."""
    symbols = {name for module, name, *_ in sources if not module and name}
    exported = {each[1] for found in new.values() for each in found if not each[0]}
    still = sorted(symbols & exported)
    return member_symbol(path, still[0]) if still else None


def _has_name(line: bytes, names: frozenset[bytes]) -> bool:
    return any(
        match[0] in names and not _AFTER_OPERATOR.search(line, max(0, match.start() - 20), match.start())
        for match in re.finditer(rb"\w+", line)
    )

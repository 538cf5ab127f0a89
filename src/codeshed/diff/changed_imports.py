"""What imports that differ mean for the symbols of their file, and for who imports it.

Turns: the Bindings of two states → Rebound names; Rebound names and an OwnText → whether the text uses one of them. A
text that is as it was does something else if a name in it stands for something else.
"""

import re

import msgspec

from codeshed.diff.import_bindings import ALL, Bindings, Sources
from codeshed.diff.symbol_text import OwnText
from codeshed.model.changes import ChangedBinding
from codeshed.model.identity import member_symbol
from codeshed.model.language_traits import traits_of

_BEFORE_MEMBERS = frozenset({b".", b"?.", b"->", b"::"})
_BEFORE_MEMBER = re.compile(rb"(?:(?<!\.)\.(?!\.)|->|::)\s*\Z")
_MARKS_OF_STRINGS = (b"{", b"$", b"#")
_LABEL = "keyword_argument"


class Rebound(msgspec.Struct, frozen=True, kw_only=True):
    """Names that stand for something else than before in a file; with `is_wide` any name may."""

    names: frozenset[bytes] = frozenset()
    is_wide: bool = False


class OwnNames(msgspec.Struct, frozen=True, kw_only=True):
    """The names that a file itself defines, before and now, outside of all functions and types."""

    old: frozenset[str]
    new: frozenset[str]


def rebound(old: Bindings, new: Bindings, language: str) -> Rebound:
    """Return which names imports bring from elsewhere than before; all names of one more module hide others in few languages."""
    is_wide = old.wide != new.wide if traits_of(language).do_stars_hide else bool(old.wide - new.wide)
    names = _differing(old.inside, new.inside)
    return Rebound(
        names=frozenset(each.encode("utf-8", "surrogateescape") for each in names), is_wide=is_wide
    )


def changed_bindings(
    path: str, old: Bindings, new: Bindings, own: OwnNames, language: str
) -> tuple[ChangedBinding, ...]:
    """Return the names by which others had something of a file that is elsewhere now, or not to be had by it.

    All that a file of Python imports can be had from it, but few of these names are meant for others: none counts as gone,
    and so in C++.
    A symbol of the file that is gone is no binding, unless something that is imported has its name now.
    """
    gone = own.old - own.new
    names = {
        name
        for name in _differing(old.outside, new.outside)
        if (name in old.outside and name not in gone) or (name in new.outside and name in gone)
    }
    found = [
        ChangedBinding(
            symbol_id=member_symbol(path, name),
            new_symbol_id=_now(path, old.outside.get(name, frozenset()), new.outside),
            is_gone=name not in new.outside and traits_of(language).are_exports_declared,
        )
        for name in sorted(names)
    ]
    if old.passed_on - new.passed_on:
        found.append(ChangedBinding(symbol_id=member_symbol(path, ALL), is_gone=False))
    return tuple(found)


def uses(text: OwnText, names: Rebound) -> bool:
    """Whether a text uses a name that stands for something else now; a local name that hides it is not told from it."""
    if text.kind == "module" or text.is_within:
        return False
    if names.is_wide:
        return text.kind != "variable"
    if not names.names:
        return False
    if text.words is None:
        return any(_is_named(line, names.names) for line in text.code)
    words = text.words.code
    return any(
        (
            word in names.names
            and (number == 0 or words[number - 1][2] not in _BEFORE_MEMBERS)
            and not (around == _LABEL and words[number + 1 : number + 2] and words[number + 1][2] == b"=")
        )
        or (any(mark in word for mark in _MARKS_OF_STRINGS) and _is_named(word, names.names))
        for number, (_, around, word) in enumerate(words)
    )


def _differing(old: Sources, new: Sources) -> list[str]:
    return sorted(name for name in old.keys() | new.keys() if _is_unlike(name, old.get(name), new.get(name)))


def _is_unlike(
    name: str, old: frozenset[tuple[str, ...]] | None, new: frozenset[tuple[str, ...]] | None
) -> bool:
    """Whether a name stands for something else; one more module below the one that it stands for is no change."""
    if old is None or new is None or old - new:
        return old != new
    return any(part or detail or not module.startswith(f"{name}.") for module, part, detail in new - old)


def _now(path: str, sources: frozenset[tuple[str, ...]], new: Sources) -> str | None:
    """Return the symbol of the same file that a name stood for and that others get by another name now."""
    own = {name for module, name, *_ in sources if not module and name}
    exported = {each[1] for found in new.values() for each in found if not each[0]}
    still = sorted(own & exported)
    return member_symbol(path, still[0]) if still else None


def _is_named(line: bytes, names: frozenset[bytes]) -> bool:
    return any(
        match[0] in names and not _BEFORE_MEMBER.search(line, max(0, match.start() - 20), match.start())
        for match in re.finditer(rb"\w+", line)
    )

"""Types as the code writes them, in any language.

Turns: the text of a signature, and the names in it → the types of parameters, what a function returns, the type of a variable.

The types of a graph are resolved: they name definitions, and leave out what no definition is meant by, as `&mut` and `?`. A reader
of a signature wants the text. Where a type stands beside a name is told from the signature itself: behind a colon (`a: T`), behind
the name (`a T`), or before it (`T a`).
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

_OPENING, _CLOSING = "([{<", ")]}>"
_MODIFIERS = re.compile(
    r"(?:@[\w.]+(?:\([^()]*\))?|\[[^\[\]]*\](?=\s*[\w\[])|template\s*<[^<>]*>|<[^<>]*>|"
    r"(?:abstract|async|consteval|constexpr|declare|def|default|event|explicit|export|extern|final|fn|friend|func|function|implicit|"
    r"inline|internal|lazy|let|mut|mutating|native|new|noexcept|open|override|params|partial|private|protected|pub(?:\([^()]*\))?|"
    r"public|readonly|required|sealed|static|strictfp|synchronized|this|transient|unsafe|val|var|virtual|volatile)\b)\s*"
)
_QUALIFIER = re.compile(r"(?<!\S)[\w~<>,:]*(?:::|[.])\s*\Z")
_PUNCTUATION = re.compile(r"[\s*&.$?!@'\"]*")
_BEHIND_SIGNATURE = re.compile(
    r"\s*(?:\bwhere\b|\bthrows\b|\bnoexcept\b|\boverride\b|\bfinal\b|#if\b|=|;|\Z).*", re.DOTALL
)


class WrittenSignature(msgspec.Struct, frozen=True, kw_only=True):
    """The types in a signature. A parameter without one is missing, as is what a function returns if the text does not say."""

    types: dict[str, str]
    returned: str | None
    head: str
    """What is written before the name: modifiers, and in some languages what is returned."""
    tail: str
    """What is written behind the parameters."""


def read_signature(text: str, name: str, parameters: Sequence[str]) -> WrittenSignature | None:
    """Read the signature of a function; None if the text is none."""
    place = _find_parameters(text, name)
    if place is None:
        return None
    start, opening = place
    pieces: list[str] = []
    end = opening
    while end < len(text) and text[end] == "(":
        closing = _closing(text, end)
        if closing is None:
            return None
        pieces += _pieces(text[end + 1 : closing])
        # Scala has several lists of parameters.
        end = closing + 1
    head, tail = text[:start], text[end:].strip()
    return WrittenSignature(
        types=_parameter_types(pieces, parameters), returned=_returned(head, tail), head=head, tail=tail
    )


def is_constant_function(signature: WrittenSignature) -> bool:
    """Whether a signature says that a function can run while the code is compiled, or that a method changes no object."""
    head = signature.head.split()
    is_computed = not {"constexpr", "consteval"}.isdisjoint(head) or ("const" in head and "fn" in head)
    return is_computed or re.match(r"const\b", signature.tail) is not None


def read_variable_type(text: str, name: str) -> str | None:
    """Return the type of a variable or field by the text of its definition; None if there is none."""
    return _type_beside(text.partition("\n")[0].rstrip(";, "), name)


def read_alias(text: str) -> str | None:
    """Return what a type alias stands for: `type Rates = dict[str, Rate]`."""
    return _clean(text.partition("=")[2].rstrip(";, ")) if "=" in text else None


def _find_parameters(text: str, name: str) -> tuple[int, int] | None:
    """Return where the name of a function begins, and where its parameters do."""
    starts = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)] or [0]
    for start in starts:
        place = start + len(name) if text.startswith(name, start) else start
        rest = re.compile(r"\s*[?!]?\s*(?::\s*|=\s*|\basync\b\s*|\bfunction\b\s*)*").match(text, place)
        place = place if rest is None else rest.end()
        if place < len(text) and text[place] in "<[":
            closing = _closing(text, place)
            place = place if closing is None else closing + 1
        while place < len(text) and text[place].isspace():
            place += 1
        if place < len(text) and text[place] == "(":
            return start, place
    return None


def _closing(text: str, opening: int) -> int | None:
    """Return where a bracket is closed, None if it is not."""
    depth = 0
    for place, character in _iter_brackets(text, opening):
        depth += 1 if character in _OPENING else -1
        if not depth:
            return place
    return None


def _iter_brackets(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the brackets outside of string literals; the signs of arrows and comparisons are none."""
    quote = ""
    for place in range(start, len(text)):
        character = text[place]
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'`" and _is_quote(text, place):
            quote = character
        elif (character in _OPENING or character in _CLOSING) and not _is_operator(text, place):
            yield place, character


def _is_quote(text: str, place: int) -> bool:
    """Whether a quote begins a literal, and no lifetime as in `&'a str`."""
    return text.find(text[place], place + 1) >= 0 and not (text[place] == "'" and text[place - 1] in "&<+ ")


def _is_operator(text: str, place: int) -> bool:
    character, before = text[place], text[place - 1 : place]
    if character == ">":
        return before in {"-", "="}
    return character == "<" and (before == " " or text[place + 1 : place + 2] in {"=", "<"})


def _pieces(text: str) -> list[str]:
    """Split a text at its commas, but not at those in brackets."""
    found: list[str] = []
    begin = depth = 0
    brackets = dict(_iter_brackets(text))
    for place, character in enumerate(text):
        if place in brackets:
            depth += 1 if character in _OPENING else -1
        elif character == "," and not depth:
            found.append(text[begin:place])
            begin = place + 1
    return [*found, text[begin:]]


def _parameter_types(pieces: Sequence[str], parameters: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    bare: list[str] = []
    for name in parameters:
        if not name:
            continue
        piece = next((each for each in pieces if _name_place(each, name) is not None), None)
        if piece is None:
            continue
        written = _type_beside(piece, name)
        if written is None:
            bare += [name] if piece.strip() == name else []
            continue
        found[name] = written
        if re.match(rf"\s*{re.escape(name)}\s+[^=:]", piece):
            # `width, height int`: the type is behind the last name.
            found |= dict.fromkeys(bare, written)
        bare.clear()
    return found


def _name_place(text: str, name: str) -> int | None:
    """Return where a name is declared in a text: the place that a colon, an assignment or the end follows, else the first."""
    places = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    for place in places:
        if re.match(r"[?!'\"]*\s*(?:[:=;{]|\Z)", text[place + len(name) :]):
            return place
    return places[0] if places else None


def _type_beside(text: str, name: str) -> str | None:
    """Return the type that is written beside a name."""
    place = _name_place(text, name)
    if place is None:
        return None
    before, behind = text[:place], text[place + len(name) :].lstrip("?!'\" ")
    if behind.startswith(":") and not behind.startswith("::"):
        return _clean(_until_assignment(behind[1:]))
    own = _without_modifiers(before)
    if before.count("(") > before.count(")"):
        # `int (*compare)(void *)`: the type is around the name.
        return _clean(f"{own}{behind}")
    value = _until_assignment(behind)
    if own.endswith(".") and not own.endswith("..."):
        # An embedded type has the name of its field.
        return None
    if own != "const" and not _PUNCTUATION.fullmatch(own):
        array = value if value.startswith("[") else ""
        return _clean(own.rstrip("$ ") + array)
    return _clean(value) if value and not _PUNCTUATION.fullmatch(value) and value[0] not in "{;," else None


def _until_assignment(text: str) -> str:
    """Return what is before a default value or initializer; a tag or a block is none of the type."""
    brackets = dict(_iter_brackets(text))
    depth = 0
    for place, character in enumerate(text):
        if place in brackets:
            depth += 1 if character in _OPENING else -1
        elif character == "`" or (character == "=" and not depth and text[place : place + 2] != "=>"):
            return text[:place].strip()
    return text.strip()


def _without_modifiers(text: str) -> str:
    rest = text.strip()
    while match := _MODIFIERS.match(rest):
        rest = rest[match.end() :]
    return rest


def _returned(head: str, tail: str) -> str | None:
    """Return what a function returns: behind an arrow or a colon, behind the parameters, or before the name."""
    for sign in ("->", ":"):
        if tail.startswith(sign) and not tail.startswith("::"):
            return _clean(_until_body(tail.removeprefix(sign)))
    own = _QUALIFIER.sub("", _without_modifiers(head)).strip()
    # `func (cart *Cart) Total() int`: what is before the name is the receiver.
    if own and not own.startswith("(") and not own.endswith(("=", ".")):
        return _clean(own)
    behind = _until_body(tail)
    is_type = bool(behind) and not _BEHIND_SIGNATURE.match(behind) and not behind.startswith(("=>", "const"))
    return _clean(behind) if is_type else None


def _until_body(text: str) -> str:
    """Return a type without what follows it: clauses, a body, an arrow, the colon of a Python function."""
    brackets = dict(_iter_brackets(text))
    depth = 0
    for place, character in enumerate(text):
        if place in brackets:
            if character == "{" and not depth and text[:place].strip():
                return text[:place]
            depth += 1 if character in _OPENING else -1
        elif not depth and _BEHIND_SIGNATURE.match(text[place:]) and not text[place:].startswith("=>"):
            if (
                re.match(r"\s*(?:where|throws|noexcept|override|final)", text[place:])
                and not character.isspace()
            ):
                continue
            return text[:place]
    return text.strip().removesuffix(":").removesuffix("=>")


def _clean(text: str) -> str | None:
    """Return a type in one line, None if it is empty or its brackets do not match."""
    written = " ".join(text.split()).strip(" ,")
    depth = 0
    for _, character in _iter_brackets(written):
        depth += 1 if character in _OPENING else -1
        if depth < 0:
            return None
    return written if written and not depth else None

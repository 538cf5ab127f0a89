"""Light preprocessing of C and C++ files.

Turns: the bytes of a file → the same bytes with disabled branches and annotating macros blanked; no byte
moves.
"""

import re
from collections.abc import Iterator

from codeshed.extract.languages.c_family.stringified_macros import blank_stringified_arguments

_DIRECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b([^\n]*)", re.MULTILINE
)
_CONSTANT = re.compile(
    rb"\s*\(?\s*(?P<not>!?)\s*\(?\s*(?P<number>\d+)[uUlL]*\s*\)?\s*\)?\s*(?P<rest>&&.*|\|\|.*|/[/*].*)?\s*\Z"
)
_CONSTANT_ANYWHERE = re.compile(rb"^[ \t]*#[ \t]*(?:el)?if[ \t]*[(! \t]*\d", re.MULTILINE)
_CALLED = re.compile(
    r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|/\*.*?\*/|//[^\n]*|(?:\.|->|::|\#)\s*\w+|(?P<name>\b[A-Za-z_]\w*)\s*\(|\w+""",
    re.DOTALL,
)
_NO_FUNCTIONS = frozenset({
    "if", "for", "while", "switch", "return", "sizeof", "defined", "do", "else", "case", "catch", "decltype", "typeof",
    "__typeof__", "__attribute__", "__asm__", "asm", "alignof", "_Alignof", "noexcept", "static_cast", "throw", "void",
    "int", "char", "long", "unsigned", "bool", "float", "double", "__declspec", "__pragma", "_Pragma",
})  # fmt: skip
_NOT_BREAK = re.compile(rb"[^\n\r]")
_LINKAGE = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+__cplusplus|[ \t]+defined[ \t]*\(?[ \t]*\(?__cplusplus\)?)[^\n]*\n"
    rb'(?:\s*extern[ \t]+"C(?:\+\+)?"[ \t\r]*\{|\s*\})(?:\s|/\*[^*\n]*\*/|//[^\n]*)*?\n[ \t]*#[ \t]*endif\b[^\n]*',
    re.MULTILINE,
)
_EXPORT_BEFORE_NAME = re.compile(
    rb"\b(?P<kept>class|struct|union)"
    rb"(?:\s+(?:__attribute__\s*\(\(.{0,80}?\)\)|__declspec\s*\(\w+\)|[A-Z][A-Z0-9_]{2,}(?:\(\w*\))?)){1,4}"
    rb"(?=\s+[A-Za-z_]\w*(?:::\w+)*\s*(?:final\s*)?[:{][^:])"
)
_TWO_NAMES = (
    rb"(?:(?:static|extern|inline|const|struct|union|enum|unsigned|signed|void|int|char|long|short|bool|float|double|"
    rb"virtual|explicit|constexpr|template|class|friend|using|namespace)\b|[A-Za-z_][\w:]*[ \t*&]+[A-Za-z_]\w*[ \t]*[(\[=;])"
)
_MACRO_BEFORE_TYPE = re.compile(
    rb"^(?P<kept>[ \t]*(?:(?:extern|static|inline)[ \t]+)?)(?:[A-Z][A-Z0-9_]{2,}(?:\([\w, \"]*\))?[ \t]+)+(?="
    + _TWO_NAMES
    + rb")",
    re.MULTILINE,
)
_NULLABILITY = re.compile(
    rb"(?<=\*)[ \t]*\b\w*_(?:[Nn]onnull|[Nn]ullable|[Nn]ull_unspecified)\b(?=[ \t\r\n]*[A-Za-z_~:,)>&(])"
)
_FORMAT = re.compile(rb"\bPRI[diouxX](?:\d+|PTR|MAX|LEAST\d+|FAST\d+)\b")
_NAME_ALONE = re.compile(
    rb"^[A-Z][A-Z0-9_]{2,}[ \t\r]*(?=(?://[^\n]*)?\n\s*(?:\Z|[}#/A-Z]|(?:namespace|class|struct|union|enum|template|using|"
    rb"extern|typedef|static|inline|constexpr|const|void)\b))",
    re.MULTILINE,
)
_MACRO_AFTER_TYPE = re.compile(
    rb"^(?P<kept>[ \t]*(?:(?:static|extern|inline|const|unsigned|struct)[ \t]+)*"
    rb"(?!(?:static|extern|inline|const|return|else|typedef|unsigned|struct|union|enum|case|goto|class|virtual)\b)"
    rb"[A-Za-z_]\w*[ \t*]+)[A-Z][A-Z0-9_]{2,}(?=[ \t]+[A-Za-z_]\w*[ \t]*\()",
    re.MULTILINE,
)
_MACRO_ALONE = re.compile(
    rb"^[A-Z][A-Z0-9_]{2,}[ \t]*\((?:[^()\n;{}]|\([^()\n;{}]*\))*\)[ \t\r]*(?=(?://[^\n]*)?\n(?!\s*[{=;,:\[]))",
    re.MULTILINE,
)


def preprocess(content: bytes) -> bytes:
    """Blank dead branches, stringified text, guards around `extern "C" {`, and macros that annotate or replace a declaration."""
    if b"#" in content:
        content = _without_disabled(content)
        content = blank_stringified_arguments(_LINKAGE.sub(blank, content))
    content = _NAME_ALONE.sub(blank, _MACRO_ALONE.sub(blank, content))
    content = _EXPORT_BEFORE_NAME.sub(_blank_behind, content)
    content = _FORMAT.sub(blank, content)
    if b"_null" in content or b"_Null" in content or b"onnull" in content:
        content = _NULLABILITY.sub(blank, content)
    content = _MACRO_BEFORE_TYPE.sub(_blank_behind, content)
    return _MACRO_AFTER_TYPE.sub(_blank_behind, content)


def find_calls_in_text(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of names that the body of a macro calls."""
    for match in _CALLED.finditer(text):
        if match.group("name") and match.group("name") not in _NO_FUNCTIONS:
            yield match.span("name")


def blank(match: re.Match[bytes]) -> bytes:
    """Return blanks for a match, with its line breaks."""
    return _NOT_BREAK.sub(b" ", match.group())


def _blank_behind(match: re.Match[bytes]) -> bytes:
    kept = match.group("kept")
    return kept + _NOT_BREAK.sub(b" ", match.group()[len(kept) :])


def _without_disabled(content: bytes) -> bytes:
    """Blank branches whose condition is a false constant, and those after one that is a true constant."""
    if _CONSTANT_ANYWHERE.search(content) is None:
        return content
    pieces: list[bytes] = []
    kept_until, disabled_depth, begin = 0, 0, 0
    is_chosen: list[bool] = []
    for match in _DIRECTIVE.finditer(content):
        word = match.group(1)
        if word.startswith(b"if"):
            is_chosen.append(False)
        if not is_chosen:
            continue
        depth = len(is_chosen)
        if disabled_depth and disabled_depth != depth:
            is_chosen = is_chosen[: depth - 1] if word == b"endif" else is_chosen
            continue
        if disabled_depth:
            pieces += [content[kept_until:begin], _NOT_BREAK.sub(b" ", content[begin : match.start()])]
            kept_until, disabled_depth = match.start(), 0
        if word == b"endif":
            is_chosen.pop()
            continue
        holds = _constant_value(match.group(2)) if word in {b"if", b"elif"} else None
        if is_chosen[-1] or holds is False:
            disabled_depth, begin = depth, match.end()
        is_chosen[-1] = is_chosen[-1] or holds is True
    if disabled_depth:
        pieces += [content[kept_until:begin], _NOT_BREAK.sub(b" ", content[begin:])]
        kept_until = len(content)
    return b"".join((*pieces, content[kept_until:]))


def _constant_value(condition: bytes) -> bool | None:
    """Return the value of a constant condition, None if it is not constant."""
    found = _CONSTANT.match(condition)
    if found is None:
        return None
    is_true = (int(found["number"]) != 0) != bool(found["not"])
    rest = found["rest"] or b""
    is_decided = not rest.startswith(b"||" if not is_true else b"&&")
    return is_true if is_decided and not (b"||" in rest and not is_true) else None

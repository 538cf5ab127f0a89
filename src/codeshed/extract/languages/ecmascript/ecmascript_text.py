"""What the grammars of JavaScript and TypeScript can't read as it is written.

Turns: the bytes of a file → the same bytes with such words blanked, or names in their place; no byte moves.
"""

import re

_PATH = rb"(?:'[\w@~#./:-]*'|\"[\w@~#./:-]*\")"
_QUERIED = re.compile(rb"(<\s*typeof\s+)(import\(" + _PATH + rb"\))(?!(?:\.[\w$]+){2})")
_LOADED = re.compile(rb"""\bimport\((?:'[^'\n]*'|"[^"\n]*")\)\.(?=[A-Za-z_$][\w$]*\s*[\[<])""")
_EXPORTED_TYPES = re.compile(rb"\bexport[ \t]+type(?=\s*\*)")
_ATTRIBUTES = re.compile(
    rb"(\bfrom\s*" + _PATH + rb"\s*)"
    rb"(\b(?:with|assert)\s*\{\s*(?:(?:[\w$]+|'[\w-]+'|\"[\w-]+\")\s*:\s*" + _PATH + rb"\s*(?:,\s*)?){0,8}\})"
)
_OVERRIDING_FIELD = re.compile(
    rb"\b(?:abstract[ \t]+override|override[ \t]+abstract)"
    rb"(?=[ \t]+(?:readonly[ \t]+)?[A-Za-z_$#][\w$]*[ \t]*(?:[?!][ \t]*)?[:;=])"
)
_EXPORTED_IMPORT = re.compile(rb"\bexport(?=[ \t]+import[ \t]+[A-Za-z_$][\w$]*[ \t]*=[ \t]*require[ \t]*\()")
_VARIANCE = re.compile(
    rb"([<,]\s*(?:const\s+)?)(in\s+out|in|out)(?=\s+[A-Za-z_$][\w$]*\s*(?:[,>=]|extends\b))"
)
_TAGGED = re.compile(rb"(?<=[\w$\])])<[^<>`;()\n]*\{[^<>`;()\n]*>(?=`)")
_USING = re.compile(
    rb"(?:^|(?<=[;{}(]))([ \t]*)((?:await[ \t]+)?using)(?=[ \t]+(?!of\b|in\b|instanceof\b)[A-Za-z_$][\w$]*"
    rb"[ \t]*(?::[^=;\n]*)?(?:=(?![=>])|of\b))",
    re.MULTILINE,
)
_NOT_BREAK = re.compile(rb"[^\n\r]")
_NAMED = b"import"


def prepare(content: bytes) -> bytes:
    """Put a name in the place of the module in `f<typeof import("./a")>()`, which is read as a comparison.

    `using a = b` declares a constant as `const` does.
    """
    if b"using" in content:
        content = _USING.sub(lambda found: found[1] + b"const".ljust(len(found[2])), content)
    if b"typeof" not in content:
        return content
    return _QUERIED.sub(lambda found: found[1] + _NAMED.ljust(len(found[2]), b"_"), content)


def simplify(content: bytes) -> bytes:
    """Blank more, for a file that can't be read otherwise.

    The module in `import("./a").A[]`, the second word of `export type *`, `override` before abstract fields, what
    `with { … }` says of a module, the first word of `export import a = require("./a")`, `in` and `out` before a type
    parameter, and an object type that a text is tagged with.
    """
    readable = _LOADED.sub(lambda found: b" " * len(found[0]), prepare(content))
    readable = _EXPORTED_TYPES.sub(lambda found: b"export".ljust(len(found[0])), readable)
    readable = _EXPORTED_IMPORT.sub(lambda found: b" " * len(found[0]), readable)
    readable = _OVERRIDING_FIELD.sub(_without_override, readable)
    readable = _VARIANCE.sub(lambda found: found[1] + _NOT_BREAK.sub(b" ", found[2]), readable)
    readable = _TAGGED.sub(lambda found: b" " * len(found[0]), readable)
    return without_attributes(readable)


def without_attributes(content: bytes) -> bytes:
    """Blank `with { type: 'json' }` behind a module, which the grammars know for imports alone."""
    return _ATTRIBUTES.sub(lambda found: found[1] + _NOT_BREAK.sub(b" ", found[2]), content)


def _without_override(found: re.Match[bytes]) -> bytes:
    return found[0].replace(b"override", b" " * len(b"override"))

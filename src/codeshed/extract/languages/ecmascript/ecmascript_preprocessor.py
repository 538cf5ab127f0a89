"""JavaScript and TypeScript syntax that the grammars can't parse.

Turns: the bytes of a file → the same bytes with such syntax blanked or replaced; no byte moves.
"""

import re

_PATH = rb"(?:'[\w@~#./:-]*'|\"[\w@~#./:-]*\")"
_TYPEOF_IMPORT = re.compile(rb"(<\s*typeof\s+)(import\(" + _PATH + rb"\))(?!(?:\.[\w$]+){2})")
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
_RESERVED_ATTRIBUTE = re.compile(
    rb"(?<=[\s\"'}])(?:class|for|default|new|in|with|this|super|case|switch|typeof|enum|var|function|return)"
    rb"(?=\s*=\s*(?:\{|\"[^\"\n]*\"|'[^'\n]*'))"
)
_SECOND_SIGNATURE = re.compile(
    rb"(?<=[\w>\])}])((?:[ \t]*\r?\n)+[ \t]*)[ \t](?=<[A-Z]\w*(?:[\w\s,.|&\[\]=]|<[^<>()]*>)*>\()"
)
_NOT_BREAK = re.compile(rb"[^\n\r]")
_NAMED = b"import"


def preprocess(content: bytes) -> bytes:
    """Replace the module in `f<typeof import("./a")>()`, which parses as a comparison otherwise, and `using` by `const`."""
    if b"using" in content:
        content = _USING.sub(lambda found: found[1] + b"const".ljust(len(found[2])), content)
    if b"typeof" not in content:
        return content
    return _TYPEOF_IMPORT.sub(lambda found: found[1] + _NAMED.ljust(len(found[2]), b"_"), content)


def simplify(content: bytes) -> bytes:
    """Blank more, for a file that has syntax errors otherwise.

    `import("./a").` in `import("./a").A[]`; `type` in `export type *`; `override` before abstract fields;
    import attributes `with { … }`; `export` in `export import a = require("./a")`; variance `in` and `out`;
    the object type of a tagged template. A semicolon goes before a call signature `<T>(…)` that begins a line.
    """
    readable = _LOADED.sub(lambda found: b" " * len(found[0]), preprocess(content))
    readable = _EXPORTED_TYPES.sub(lambda found: b"export".ljust(len(found[0])), readable)
    readable = _EXPORTED_IMPORT.sub(lambda found: b" " * len(found[0]), readable)
    readable = _OVERRIDING_FIELD.sub(_without_override, readable)
    readable = _VARIANCE.sub(lambda found: found[1] + _NOT_BREAK.sub(b" ", found[2]), readable)
    readable = _TAGGED.sub(lambda found: b" " * len(found[0]), readable)
    readable = _SECOND_SIGNATURE.sub(lambda found: found[1] + b";", readable)
    return blank_import_attributes(readable)


def blank_import_attributes(content: bytes) -> bytes:
    """Blank `with { type: 'json' }` after a module, which the grammars know only in imports."""
    return _ATTRIBUTES.sub(lambda found: found[1] + _NOT_BREAK.sub(b" ", found[2]), content)


def rename_reserved_attributes(content: bytes) -> bytes:
    """Replace reserved words as attributes in JSX (`<div class="a">`), which the grammar of JavaScript takes for statements."""
    return _RESERVED_ATTRIBUTE.sub(lambda found: b"_" * len(found[0]), content)


def simplify_javascript(content: bytes) -> bytes:
    """Blank import attributes, and rename reserved words as attributes in JSX."""
    return rename_reserved_attributes(blank_import_attributes(content))


def _without_override(found: re.Match[bytes]) -> bytes:
    return found[0].replace(b"override", b" " * len(b"override"))

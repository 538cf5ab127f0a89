"""What looks like a name and is no use of what others define.

Turns: the text of a file → the same without strings that name nothing; a place in it → whether a name there is a local
variable of the functions around.
"""

import re

import msgspec

from codeshed.model.facts import Import, ScopeFact, ScopeKind
from codeshed.model.language import is_python
from codeshed.model.parsed_files import ParsedCode, ParsedFile
from codeshed.project.parsing.facts_lookup import Cache

_STRING = re.compile(rb"[A-Za-z@$]{0,3}(['\"`])(?P<inner>.*)\1", re.DOTALL)
_NAMES = re.compile(rb"[\w$]+(?:(?:\.|::|#|:)[\w$]+)*[?!]?")
_FILLED_IN = re.compile(rb"\{[^{}]*\}|[$@]\w+")
_NOT_LINES = re.compile(rb"[^\n]")
_OF_MODULES = ("import", "export")


class _Locals(msgspec.Struct, frozen=True, kw_only=True):
    """Where lines begin, and from where to where each local variable can be seen."""

    line_starts: tuple[int, ...] = ()
    spans_by_name: dict[str, list[tuple[int, int]]] = {}


class OwnWords:
    """Tells words of files that name nothing of others; each file is parsed once, if it is asked about."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._locals: dict[str, _Locals] = {}

    def is_local(self, path: str, content: bytes, line: int, column: int, name: bytes) -> bool:
        """Whether a name at a place is one that a function around it gives a value, or declares."""
        if path not in self._locals:
            self._locals[path] = _locals(_parsed(path, content, self._cache))
        found = self._locals[path]
        if not 0 < line <= len(found.line_starts):
            return False
        at = found.line_starts[line - 1] + column
        spans = found.spans_by_name.get(name.decode("utf-8", "surrogateescape"), ())
        return any(begin <= at < end for begin, end in spans)


def without_plain_strings(path: str, text: bytes) -> bytes:
    """Return a text with blanks for strings that are no name, and for paths of modules; what is filled in stays.

    A string that is a name, or several with dots between them, may be one by which something is looked up. A text that is
    not understood stays as it is.
    """
    from codeshed.extract.code_tokens import code_tokens

    pieces: list[bytes] = []
    end = 0
    for token in code_tokens(path, text) or ():
        string = _STRING.fullmatch(token.text)
        if string is None:
            continue
        is_module = token.around.startswith(_OF_MODULES)
        if not is_module and _NAMES.fullmatch(string["inner"]):
            continue
        pieces += (text[end : token.begin], _filled_in(token.text))
        end = token.begin + len(token.text)
    return b"".join((*pieces, text[end:]))


def _filled_in(string: bytes) -> bytes:
    """Return a string of which only that is left which is filled in."""
    pieces: list[bytes] = []
    end = 0
    for each in _FILLED_IN.finditer(string):
        pieces += (_NOT_LINES.sub(b" ", string[end : each.start()]), each[0])
        end = each.end()
    return b"".join((*pieces, _NOT_LINES.sub(b" ", string[end:])))


def _parsed(path: str, content: bytes, cache: Cache) -> ParsedFile | ParsedCode | None:
    if is_python(path):
        from codeshed.project.parsing.python_parsing import parse_contents

        return next((each.file for each in parse_contents({path: content}, cache)), None)
    from codeshed.project.parsing.generic_parsing import parse_code_contents

    return next((each.file for each in parse_code_contents({path: content}, cache)), None)


def _locals(file: ParsedFile | ParsedCode | None) -> _Locals:
    if file is None:
        return _Locals()
    spans: dict[str, list[tuple[int, int]]] = {}
    if isinstance(file, ParsedCode):
        for each in file.facts.locals:
            spans.setdefault(each.name, []).append((each.begin, each.end))
    else:
        for scope in file.facts.scopes:
            if scope.kind is ScopeKind.FUNCTION:
                for name in _bound(scope):
                    spans.setdefault(name, []).append((scope.begin, scope.end))
    return _Locals(line_starts=file.facts.line_starts, spans_by_name=spans)


def _bound(scope: ScopeFact) -> frozenset[str]:
    """Return the names that a function gives a value itself; what it imports is another's."""
    imported = {
        each.alias or each.name or each.module.partition(".")[0]
        for each in scope.statements
        if isinstance(each, Import)
    }
    return frozenset(scope.bound_names).difference(
        imported, scope.global_names, scope.nonlocal_names, (each.name for each in scope.parameters)
    )

"""Whether a name at a place is a parameter or local variable of an enclosing function, and so no reference to a symbol."""

import re

import msgspec

from codeshed.diff.source_parser import SourceParser
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.python_facts import Import, ScopeFact, ScopeKind

_MAX_ENCLOSING = 100
_HEAD = re.compile(rb"\s*(?:(@)|(?:async\s+)?def\b)")


class ScopeParameters:
    """The parameters of functions, as the graph has them; each function is looked up once."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._index = SeedIndex(graph)
        self._parameters: dict[int, frozenset[bytes]] = {}

    def is_parameter(self, file: str, line: int, text: bytes, name: bytes) -> bool:
        """Whether a name on a line with this text is a parameter of an enclosing function.

        Decorators and defaults are evaluated outside of it: the second `rate` in `def total(rate=rate)` is no parameter.
        """
        row = self._index.find_scope(file, line)
        if row is None or name not in self._parameters_in_scope(row):
            return False
        head = _HEAD.match(text)
        is_default = head is not None and re.search(rb"=\s{0,20}" + re.escape(name) + rb"(?!\w)", text)
        return head is None or (head[1] is None and not is_default)

    def _parameters_in_scope(self, row: int) -> frozenset[bytes]:
        """Return the parameters of a function and of its enclosing functions."""
        if row not in self._parameters:
            nodes = self._graph.nodes
            found: set[bytes] = set()
            at = row
            for _ in range(_MAX_ENCLOSING):
                if at == NO_ROW:
                    break
                if nodes.kinds[at] == NodeKind.FUNCTION:
                    details = nodes.details[at]
                    parameters = () if details is None else details.parameters or ()
                    found.update(each.name.encode("utf-8", "surrogateescape") for each in parameters)
                at = int(nodes.enclosing[at])
            self._parameters[row] = frozenset(found)
        return self._parameters[row]


class _FileLocals(msgspec.Struct, frozen=True, kw_only=True):
    """Offsets at which lines begin, and the spans in which each local variable is in scope."""

    line_starts: tuple[int, ...] = ()
    spans_by_name: dict[str, list[tuple[int, int]]] = {}


class ScopeVariables:
    """The local variables of functions, as the facts of files have them; each file is parsed at most once."""

    def __init__(self, parser: SourceParser) -> None:
        self._parser = parser
        self._locals_by_file: dict[str, _FileLocals] = {}

    def is_local(self, path: str, content: bytes, line: int, column: int, name: bytes) -> bool:
        """Whether a name at a place is a local variable of an enclosing function."""
        if path not in self._locals_by_file:
            file = next(iter(self._parser.parse({path: content})), None)
            self._locals_by_file[path] = _file_locals(file)
        found = self._locals_by_file[path]
        if not 0 < line <= len(found.line_starts):
            return False
        at = found.line_starts[line - 1] + column
        spans = found.spans_by_name.get(name.decode("utf-8", "surrogateescape"), ())
        return any(begin <= at < end for begin, end in spans)


def _file_locals(file: ParsedFile | ParsedCode | None) -> _FileLocals:
    if file is None:
        return _FileLocals()
    spans: dict[str, list[tuple[int, int]]] = {}
    if isinstance(file, ParsedCode):
        for each in file.facts.locals:
            spans.setdefault(each.name, []).append((each.begin, each.end))
    else:
        for scope in file.facts.scopes:
            if scope.kind is ScopeKind.FUNCTION:
                for name in _assigned_names(scope):
                    spans.setdefault(name, []).append((scope.begin, scope.end))
    return _FileLocals(line_starts=file.facts.line_starts, spans_by_name=spans)


def _assigned_names(scope: ScopeFact) -> frozenset[str]:
    """Return the names that a function binds itself, without parameters, imports, `global` and `nonlocal` names."""
    imported = {
        each.alias or each.name or each.module.partition(".")[0]
        for each in scope.statements
        if isinstance(each, Import)
    }
    return frozenset(scope.bound_names).difference(
        imported, scope.global_names, scope.nonlocal_names, (each.name for each in scope.parameters)
    )

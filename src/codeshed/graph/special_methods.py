"""Methods that a language, or its library, calls by itself.

Turns: rows → how many of them are such methods. Who runs one need not name it: an operator does, a loop, a conversion to text, or
a function of the library that is given the object. Not all of these are seen.
"""

import re
from collections.abc import Iterable

from codeshed.graph.arrays import NO_ROW
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeFlag, NodeKind
from codeshed.model.language import language_of_path

_OF_OBJECTS = "toString|hashCode|equals|compareTo|finalize|clone"
_OF_SCRIPTS = r"toString|toLocaleString|valueOf|toJSON|then|\[.*\]"
_NAMES = {
    "python": r"__\w+__",
    "javascript": _OF_SCRIPTS,
    "typescript": _OF_SCRIPTS,
    "java": _OF_OBJECTS,
    "scala": _OF_OBJECTS,
    "csharp": "ToString|Equals|GetHashCode|CompareTo|Finalize|Dispose|DisposeAsync",
    "go": "String|GoString|Error|Format|Is|As|Unwrap|Len|Less|Swap|Read|Write|Close|Scan|Value|ServeHTTP|"
    r"(?:Unm|M)arshal(?:JSON|Text|Binary|XML|YAML)",
    "php": r"__\w+",
    "ruby": r"to_\w+|inspect|hash|eql\?|={2,3}|<=>|=~|coerce|each|method_missing|respond_to_missing\?|"
    "inherited|included|extended|prepended|method_added|const_missing",
    "lua": r"__\w+",
    "cpp": r"~.*|operator\b.*|begin|end|swap|hash_value",
}
_PATTERN_BY_LANGUAGE = {language: re.compile(names) for language, names in _NAMES.items()}


def n_special_methods(graph: CodeGraph, rows: Iterable[int]) -> int:
    """Return how many of some rows are methods that run without being named; constructors are named by their types."""
    return sum(_is_special(graph, row) for row in rows)


def _is_special(graph: CodeGraph, row: int) -> bool:
    nodes = graph.nodes
    owner = int(nodes.enclosing[row])
    is_method = (
        nodes.kinds[row] == NodeKind.FUNCTION and owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE
    )
    if not is_method or int(nodes.flags[row]) & (NodeFlag.CONSTRUCTOR | NodeFlag.EXTERNAL):
        return False
    pattern = _PATTERN_BY_LANGUAGE.get(language_of_path(graph.file_path(row) or "") or "")
    return pattern is not None and pattern.fullmatch(nodes.names[row]) is not None

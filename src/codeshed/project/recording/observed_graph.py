"""The graph with the calls of a recording, as far as these still hold.

Turns: a CodeGraph + its Recording → CodeGraph, RecordingIdentity. A function is known again by its symbol id and its source. What
a function called is dropped when its own source changed; that it was called stays as long as there is a function of its name.
"""

from collections.abc import Collection, Mapping
from pathlib import Path

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.observed_calls import ObservedCall, add_observed_calls
from codeshed.model.recording import (
    NO_FUNCTION,
    RecordedCall,
    RecordedCalls,
    RecordedFunction,
    Recording,
    RecordingIdentity,
)
from codeshed.model.span import Span
from codeshed.project.recording.call_joining import read_file_functions


def with_recording(
    graph: CodeGraph, root: Path, hash_by_path: Mapping[str, str], recording: Recording
) -> tuple[CodeGraph, RecordingIdentity]:
    """Return the graph with the calls of a recording, and what the answer is to say of it.

    `hash_by_path` are the content hashes of the files that the graph was made of.
    """
    recorded = recording.calls
    changed = find_changed_functions(graph, root, hash_by_path, recorded)
    calls = observed_calls(graph, recorded, changed)
    identity = RecordingIdentity(id=recording.id, n_calls=len(calls), n_changed_functions=len(changed))
    return add_observed_calls(graph, calls), identity


def observed_calls(
    graph: CodeGraph, recorded: RecordedCalls, changed: Collection[int]
) -> tuple[ObservedCall, ...]:
    """Return the calls that still hold, by rows of the graph."""
    symbols = [each.symbol for each in recorded.functions]
    rows = graph.nodes.symbols.find_each(symbols)
    found = []
    for call in recorded.calls:
        source = None if call.caller == NO_FUNCTION or call.caller in changed else rows[call.caller]
        target = rows[call.callee]
        if source is not None and target is not None:
            function = recorded.functions[call.caller]
            first_line = 1 if not function.source_hash else int(graph.nodes.spans[source, 0])
            found.append(ObservedCall(source, target, _spans(call, first_line)))
    return tuple(found)


def find_changed_functions(
    graph: CodeGraph, root: Path, hash_by_path: Mapping[str, str], recorded: RecordedCalls
) -> frozenset[int]:
    """Return the numbers of recorded functions that are gone, or whose source is no longer that which ran."""
    edited = {path for path, old in recorded.hash_by_path.items() if hash_by_path.get(path) != old}
    if not edited:
        return frozenset()
    by_path: dict[str, dict[str, str]] = {}
    for path in sorted(edited & hash_by_path.keys()):
        file = read_file_functions(root, graph, path, hash_by_path[path])
        if file is not None:
            by_path[path] = {symbol: file.hash_of(place) for place, symbol in enumerate(file.symbols)}
    return frozenset(
        number
        for number, function in enumerate(recorded.functions)
        if function.path in edited and not _is_unchanged(function, by_path)
    )


def _is_unchanged(function: RecordedFunction, by_path: Mapping[str, Mapping[str, str]]) -> bool:
    return (
        bool(function.source_hash)
        and by_path.get(function.path, {}).get(function.symbol) == function.source_hash
    )


def _spans(call: RecordedCall, first_line: int) -> tuple[Span, ...]:
    return tuple(
        Span(line + first_line, column, end_line + first_line, end_column)
        for line, column, end_line, end_column in call.sites
        if line + first_line > 0
    )

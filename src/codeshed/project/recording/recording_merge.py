"""Adds a recording to the one before.

Turns: Recording + RecordedCalls → RecordedCalls. Of the one before, what changed functions called is dropped, and so is a test that
was recorded again.
"""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from codeshed.model.recording import (
    MAX_RECORDED_SITES,
    NO_FUNCTION,
    RecordedCall,
    RecordedCalls,
    RecordedFunction,
    RecordedTest,
    Recording,
)


def merge_recorded_calls(
    before: Recording,
    changed: Collection[int],
    calls: RecordedCalls,
    tests: tuple[RecordedTest, ...],
    hash_by_path: Mapping[str, str],
) -> tuple[RecordedCalls, tuple[RecordedTest, ...]]:
    """Return both recordings as one; `changed` are the numbers of functions of the first whose source has changed since."""
    old = before.calls
    functions: list[RecordedFunction] = list(calls.functions)
    number_by_symbol = {each.symbol: number for number, each in enumerate(functions)}
    new_functions: list[int] = []
    for number, function in enumerate(old.functions):
        is_gone = number in changed or function.path not in hash_by_path
        if function.symbol not in number_by_symbol and not is_gone:
            number_by_symbol[function.symbol] = len(functions)
            functions.append(function)
        new_functions.append(NO_FUNCTION if is_gone else number_by_symbol[function.symbol])
    sites_by_pair = {(each.caller, each.callee): set(each.sites) for each in calls.calls}
    pairs: list[tuple[int, int] | None] = []
    for each in old.calls:
        callee = new_functions[each.callee]
        if callee == NO_FUNCTION:
            pairs.append(None)
            continue
        caller = NO_FUNCTION if each.caller == NO_FUNCTION else new_functions[each.caller]
        pairs.append((caller, callee))
        sites_by_pair.setdefault((caller, callee), set()).update(each.sites if caller != NO_FUNCTION else ())
    number_by_pair = {pair: number for number, pair in enumerate(sites_by_pair)}
    calls_by_test = {each.test: set(each.calls) for each in tests}
    for test in before.tests:
        if test.test not in calls_by_test:
            found = [pairs[call] for call in test.calls]
            calls_by_test[test.test] = {number_by_pair[pair] for pair in found if pair is not None}
    merged = replace(
        calls,
        commands=(*(each for each in old.commands if each not in calls.commands), *calls.commands),
        pythons=tuple(sorted({*old.pythons, *calls.pythons})),
        n_processes=old.n_processes + calls.n_processes,
        n_tests=len(calls_by_test),
        hash_by_path={
            path: hash_by_path[path]
            for path in sorted({*old.hash_by_path, *calls.hash_by_path})
            if path in hash_by_path
        },
        functions=tuple(functions),
        calls=tuple(
            RecordedCall(caller, callee, tuple(sorted(sites)[:MAX_RECORDED_SITES]))
            for (caller, callee), sites in sites_by_pair.items()
        ),
        n_dropped_calls=old.n_dropped_calls + calls.n_dropped_calls,
        n_dropped_runs=old.n_dropped_runs + calls.n_dropped_runs,
    )
    return merged, tuple(
        RecordedTest(test, tuple(sorted(numbers))) for test, numbers in sorted(calls_by_test.items())
    )

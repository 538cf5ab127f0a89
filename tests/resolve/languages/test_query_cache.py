"""The answers and the query trace of a file do not depend on the files that were resolved before it."""

import random

import pytest

from codeshed.resolve.generic.incremental import query_cache as recall_module
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.incremental.query_trace import QueryTrace

Answer = tuple[int, ...]
_NOTHING: Answer = ()
_LOOK_UP = "look-up"


class _Web:
    """Random queries that depend on each other, some in cycles, and files that make them."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - no secret
        n_questions = chance.choice((5, 12, 30))
        numbers = range(n_questions)
        self.needs = {
            number: tuple(chance.choices(numbers, k=chance.choice((0, 1, 1, 2, 3)))) for number in numbers
        }
        self.of_thing = {number for number in numbers if chance.random() < 0.3}
        self.files = {
            path: tuple(chance.choices(numbers, k=chance.choice((1, 3, 6))))
            for path in range(chance.choice((2, 5)))
        }


class _Reader:
    """Resolves files one after another with one query cache."""

    def __init__(self, web: _Web) -> None:
        self._web = web
        self._query_trace = QueryTrace()
        self._cache: QueryCache[Answer] = QueryCache(_NOTHING, self._query_trace)
        self._view = object()
        self._things: dict[int, object] = {}

    def look_at(self, path: int) -> tuple[tuple[Answer, ...], bytes]:
        self._query_trace.forget(0)
        self._cache.switch_file(self._view)
        self._things = {number: object() for number in self._web.of_thing}
        answers = tuple(self._answer(number) for number in self._web.files[path])
        return answers, self._query_trace.collect_hashes()

    def _answer(self, number: int) -> Answer:
        if number in self._things:
            return self._cache.memoize_for_object(self._things[number], "", lambda: self._find(number))
        return self._cache.memoize(number, lambda: self._find(number))

    def _find(self, number: int) -> Answer:
        """Take the first answers of the queries that this one depends on, up to one whose sum is odd."""
        self._query_trace.record((_LOOK_UP, str(number)))
        found: Answer = ()
        for inner in self._web.needs[number]:
            found = (*found, *self._answer(inner))[:4]
            if found and sum(found) % 2:
                break
        return (*found[::-1], number)[-4:] if len(found) != 2 else _NOTHING


@pytest.mark.parametrize("max_depth", [48, 4])
def test_files_in_any_order(max_depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall_module, "MAX_DEPTH", max_depth)
    for seed in range(1500):
        web = _Web(seed)
        alone = {path: _Reader(web).look_at(path) for path in web.files}
        for order in (sorted(web.files), sorted(web.files, reverse=True)):
            reader = _Reader(web)
            assert {path: reader.look_at(path) for path in order} == alone, f"seed {seed}, files {order}"

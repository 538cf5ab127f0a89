"""Judgements in the user's cache folder, by scorer and content.

Turns: the id of a judged definition ↔ its Judgement. They are kept in shards: one file for each would be very many.
"""

from collections.abc import Mapping

import msgspec

from codeshed.project.scoring.scorer_program import Judgement, ScorerProgram
from codeshed.store.kept_answers import KeptAnswers

MAX_IN_SHARD = 5_000
"""Beyond this, the oldest judgements of a shard are forgotten."""

_N_DIGITS = 2
_decode = msgspec.msgpack.Decoder(dict[str, Judgement]).decode


class KeptJudgements:
    """The judgements of one scorer; a shard is read when the first of it is asked for."""

    def __init__(self, program: ScorerProgram) -> None:
        self._answers = KeptAnswers(program.cache)
        self._name = program.name
        self._shards: dict[str, dict[str, Judgement]] = {}

    def get(self, item_id: str) -> Judgement | None:
        """Return what was kept for a definition."""
        return self._shard(_digits(item_id)).get(item_id)

    def keep(self, found: Mapping[str, Judgement]) -> None:
        """Add judgements."""
        changed = set()
        for item_id, judgement in found.items():
            self._shard(_digits(item_id))[item_id] = judgement
            changed.add(_digits(item_id))
        for digits in sorted(changed):
            newest = dict(list(self._shards[digits].items())[-MAX_IN_SHARD:])
            self._answers.keep(self._key(digits), msgspec.msgpack.encode(newest))

    def _shard(self, digits: str) -> dict[str, Judgement]:
        if digits not in self._shards:
            content = self._answers.get(self._key(digits))
            try:
                self._shards[digits] = {} if content is None else _decode(content)
            except msgspec.DecodeError:
                self._shards[digits] = {}
        return self._shards[digits]

    def _key(self, digits: str) -> tuple[str, ...]:
        return ("documentation judgements", self._name, digits)


def _digits(item_id: str) -> str:
    return item_id[-_N_DIGITS:]

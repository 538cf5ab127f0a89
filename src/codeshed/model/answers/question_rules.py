"""Validates the answers to short questions: neighbours, path, why, unused, affected.

Turns: an answer → DocumentProblems. As in `answer_rules`, the rules depend on the fields of an answer, not on its type.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from codeshed.model.answers.answer_graph import GraphNodeV1, WitnessPathV1
from codeshed.model.answers.neighbours_answer import NeighboursV1, neighbour_key
from codeshed.model.answers.node_references import ReferenceEnvelope, candidate_key, node_key
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.document_problem import DocumentProblem, broken_rule, order_problems


@runtime_checkable
class Explained(Protocol):
    """An edge of the answer to `why`."""

    @property
    def edge_type(self) -> str:
        """Of which kind it is."""

    @property
    def confidence(self) -> float:
        """How sure it is."""

    @property
    def is_exact(self) -> bool:
        """Whether exactly its target runs."""


@runtime_checkable
class Listed(Protocol):
    """A function that may be unused, with the doubts about it."""

    @property
    def node(self) -> GraphNodeV1:
        """Which function it is."""

    @property
    def verdict(self) -> str:
        """Whether it has no trace of use, or is perhaps used."""

    @property
    def doubts(self) -> Sequence[object]:
        """Reasons why it may be used after all."""

    @property
    def is_in_tests(self) -> bool:
        """Whether it belongs to the tests."""


@runtime_checkable
class Group(Protocol):
    """A package, target or owner that is affected."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def distance(self) -> int:
        """How far away the change is."""

    @property
    def confidence(self) -> float:
        """How sure it is."""

    @property
    def n_files(self) -> int:
        """How many of its files are affected."""

    @property
    def through(self) -> str | None:
        """The target that it depends on, if none is."""


@runtime_checkable
class Suggested(Protocol):
    """A test file that is suggested for a change."""

    @property
    def test_path(self) -> str:
        """Which file it is."""

    @property
    def score(self) -> float:
        """How much it matters."""

    @property
    def tests(self) -> Sequence["SuggestedCase"]:
        """The tests in it, the best first."""

    @property
    def n_tests(self) -> int:
        """How many tests it has."""


class SuggestedCase(Protocol):
    """A test of a suggested file."""

    @property
    def score(self) -> float:
        """How much it matters."""


@runtime_checkable
class Tester(Protocol):
    """A test that reaches a symbol."""

    @property
    def node_id(self) -> str:
        """Which test it is."""

    @property
    def distance(self) -> int:
        """How many edges lead to it."""

    @property
    def confidence(self) -> float:
        """How sure the path is."""

    @property
    def witness_path(self) -> WitnessPathV1 | None:
        """The path to it."""


def question_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    """Check the answer to a short question; other answers pass."""
    if isinstance(answer, NeighboursV1):
        yield from _neighbour_problems(answer, where)
    if hasattr(answer, "attempts"):
        yield from _path_problems(answer, where)
    if hasattr(answer, "nearest"):
        yield from _why_problems(answer, where)
    if hasattr(answer, "is_unfinished"):
        yield from _unused_problems(answer, where)
    if hasattr(answer, "suggestions"):
        yield from _suggestion_problems(answer, where)
    if hasattr(answer, "testers"):
        yield from _tester_problems(answer, where)
    if hasattr(answer, "untested"):
        yield from _untested_problems(answer, where)
    for name in ("packages", "targets", "owners"):
        groups = [each for each in getattr(answer, name, None) or () if isinstance(each, Group)]
        yield from _group_problems(groups, f"{where}.{name}")


def _neighbour_problems(answer: NeighboursV1, where: str) -> Iterator[DocumentProblem]:
    file = None if answer.node is None else answer.node.file
    yield from order_problems(
        [neighbour_key(each, file) for each in answer.neighbours],
        f"{where}.neighbours",
        "what they are, production before tests, confidence downwards, nearness and key",
    )
    keys = [node_key(each.node.ref) for each in answer.neighbours]
    if len(set(keys)) < len(keys):
        yield broken_rule(f"{where}.neighbours", "out_of_order", "one is there twice", "give each once")
    counts = answer.counts
    n_all = counts.calls + counts.other_uses + counts.through_overrides + counts.candidates
    yield from _count_problems(answer, n_all, len(answer.neighbours), f"{where}.counts")
    key = _seed_key(answer.seed)
    if (None if answer.node is None else node_key(answer.node.ref)) != key:
        yield broken_rule(
            f"{where}.node", "no_seed", "it is not what the seed means", "give the node of the seed"
        )
    for index, each in enumerate(answer.neighbours):
        if each.n_sites < len(each.sites):
            yield broken_rule(
                f"{where}.neighbours[{index}].nSites",
                "wrong_count",
                f"{each.n_sites} counted, {len(each.sites)} there",
                "count all places, also those that are not named",
            )


def _seed_key(seed: object) -> str | None:
    if isinstance(seed, ReferenceEnvelope):
        return None if seed.resolved is None else candidate_key(seed.resolved)
    return node_key(seed)  # type: ignore[arg-type]


def _path_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    path, direction = getattr(answer, "path", None), getattr(answer, "direction", None)
    nodes = [each for each in getattr(answer, "nodes", ()) if isinstance(each, GraphNodeV1)]
    wanted = path.nodes if isinstance(path, WitnessPathV1) else ()
    if tuple(each.ref for each in nodes) != tuple(wanted):
        yield broken_rule(
            f"{where}.nodes", "wrong_end", "they are not those of the path", "give its nodes in order"
        )
    is_found = [getattr(each, "is_found", False) for each in getattr(answer, "attempts", ())]
    if (path is None) is not (direction is None) or any(is_found) is (path is None) or any(is_found[:-1]):
        yield broken_rule(
            f"{where}.direction",
            "wrong_way",
            "the path, its direction and the searches for it do not agree",
            "with a path, give its direction, and let the last search be the one that found it; without one, no search found any",
        )


def _why_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    for name in ("edges", "reverse"):
        edges = [each for each in getattr(answer, name, ()) if isinstance(each, Explained)]
        yield from order_problems(
            [(each.edge_type == "contains", -each.confidence) for each in edges],
            f"{where}.{name}",
            "containment last, confidence downwards",
            is_strict=False,
        )
    has_edges = bool(getattr(answer, "edges", ()))
    for name, written in (("nearest", "nearest"), ("open_calls", "openCalls")):
        if has_edges and getattr(answer, name, None):
            yield broken_rule(
                f"{where}.{written}",
                "not_needed",
                "there is an edge",
                "say what comes near to an edge only if there is none",
            )


_VERDICTS = ("unused", "unused_here", "perhaps")


def _unused_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    listed = [each for each in getattr(answer, "functions", ()) if isinstance(each, Listed)]
    yield from order_problems(
        [
            (
                _VERDICTS.index(each.verdict) if each.verdict in _VERDICTS else len(_VERDICTS),
                each.is_in_tests,
                each.node.file or "",
                each.node.line or 0,
                node_key(each.node.ref),
            )
            for each in listed
        ],
        f"{where}.functions",
        "verdict, whether it is a test, file, line and key",
    )
    for index, each in enumerate(listed):
        if (each.verdict == "perhaps") is not bool(each.doubts):
            yield broken_rule(
                f"{where}.functions[{index}].verdict",
                "wrong_verdict",
                f"it is {each.verdict!r}, with {len(each.doubts)} doubts",
                "what has a doubt is perhaps used, and nothing else is",
            )
    counts = getattr(answer, "counts", None)
    n_all = sum(getattr(counts, each, 0) for each in _VERDICTS)
    yield from _count_problems(answer, n_all, len(listed), f"{where}.counts")
    if getattr(answer, "is_unfinished", False) and listed:
        yield broken_rule(
            f"{where}.functions",
            "wrong_verdict",
            "the work ran out, and what was not come to by then may be used",
            "list nothing",
        )


def _group_problems(groups: Sequence[Group], where: str) -> Iterator[DocumentProblem]:
    yield from order_problems(
        [(each.distance, -each.confidence, each.name) for each in groups],
        where,
        "distance, confidence downwards, and name",
    )
    names = [each.name for each in groups]
    if len(set(names)) < len(names) or any((each.n_files < 1) is (each.through is None) for each in groups):
        yield broken_rule(where, "wrong_count", "a group is there twice, or without a file", "give each once")
    distance_by_name = {each.name: each.distance for each in groups}
    for index, each in enumerate(groups):
        is_near = each.through is None or distance_by_name.get(each.through) == each.distance - 1
        if each.distance < 0 or not is_near:
            yield broken_rule(
                f"{where}[{index}].distance",
                "wrong_distance",
                "it is below 0, or not one more than that of `through`",
                "count the steps from the change, also those from target to target",
            )


def _count_problems(answer: object, n_all: int, n_listed: int, where: str) -> Iterator[DocumentProblem]:
    """Check that everything that is counted is listed, or cut by a cap."""
    records = [each for each in getattr(answer, "truncation", ()) if isinstance(each, TruncationRecord)]
    is_cut = any(each.cap == "maxNodes" for each in records)
    if n_all < n_listed or (n_all > n_listed and not is_cut):
        yield broken_rule(
            where,
            "wrong_count",
            f"{n_all} counted, {n_listed} there",
            "count what is listed and what maxNodes left out",
        )


def _suggestion_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    listed = [each for each in getattr(answer, "suggestions", ()) if isinstance(each, Suggested)]
    yield from order_problems(
        [(-each.score, each.test_path) for each in listed], f"{where}.suggestions", "score downwards and path"
    )
    for index, each in enumerate(listed):
        place = f"{where}.suggestions[{index}]"
        yield from order_problems(
            [(-test.score,) for test in each.tests], f"{place}.tests", "score downwards", is_strict=False
        )
        if len(each.tests) > each.n_tests:
            yield broken_rule(
                f"{place}.nTests",
                "wrong_count",
                f"{each.n_tests} counted, {len(each.tests)} there",
                "count all tests, also those that are not named",
            )
    counted = getattr(getattr(answer, "stats", None), "suggested_files", len(listed))
    if counted != len(listed):
        yield broken_rule(
            f"{where}.stats.suggestedFiles",
            "wrong_count",
            f"{counted} counted, {len(listed)} there",
            "count what is listed",
        )


def _tester_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    listed = [each for each in getattr(answer, "testers", ()) if isinstance(each, Tester)]
    yield from order_problems(
        [(each.distance, -each.confidence, each.node_id) for each in listed],
        f"{where}.testers",
        "distance, confidence downwards and node id",
        is_strict=False,
    )
    for index, each in enumerate(listed):
        if each.witness_path is not None and each.witness_path.distance != each.distance:
            yield broken_rule(
                f"{where}.testers[{index}].witnessPath",
                "wrong_end",
                "the path has another length",
                "give a shortest path to the test",
            )
    if getattr(answer, "n_testers", 0) < len(listed):
        yield broken_rule(
            f"{where}.nTesters", "wrong_count", "fewer are counted than listed", "count all of them"
        )


def _untested_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    nodes = [each.node for each in getattr(answer, "untested", ()) if isinstance(each.node, GraphNodeV1)]
    yield from order_problems(
        [(each.file or "", each.line or 0, node_key(each.ref)) for each in nodes],
        f"{where}.untested",
        "file, line and key",
    )
    counts = getattr(answer, "counts", None)
    n_all = getattr(counts, "tested", 0) + getattr(counts, "untested", 0)
    if n_all != getattr(counts, "functions", 0):
        yield broken_rule(
            f"{where}.counts",
            "wrong_count",
            "those that a test reaches and those that none does are not all",
            "count each function once",
        )

"""Mistakes in calls and signatures, as people make them, put into a copy of a package.

Turns: a package + a seed → a mutated copy and the Mutants in it. Each mutant is at a call site that was resolved, checked and
right; no two touch the same function, so that one run judges them all.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from codeshed.api.answer_context import AnswerContext
from codeshed.api.requested_changes import facts_cache
from codeshed.model.semantic import ArgumentKind, ParameterKind, Reference
from codeshed.project.parsed_files import RepositoryFiles
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.observed_calls import WrittenCall, iter_written_calls
from codeshed.query.contracts.python.python_calls import PythonCalls
from codeshed.query.contracts.python.python_signatures import PythonSignatures
from codeshed.query.contracts.signatures import BoundArgument, CallArgument
from codeshed.query.contracts.type_names import TypeNames, parts_of

KINDS = ("drop an argument", "rename a keyword", "add a required parameter", "swap two typed arguments")

_POSITIONAL = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)
_OPEN_TYPES = ("typing.Any", "object", "TypeVar", "Protocol")
_NEW_NAME = "added_parameter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A mistake: its kind, the call that is wrong now, and the edits that make it, as (path, begin, end, text)."""

    kind: str
    path: str
    line: int
    end_line: int
    text: str
    caller: str
    target: str
    edits: tuple[tuple[str, int, int, str], ...]


def find_mutants(root: Path, context: AnswerContext) -> Iterator[Mutant]:
    """Yield all mutants that a package has room for."""
    with facts_cache(root) as cache:
        sources = ContractSources(context.document_of, RepositoryFiles(root, cache), context.types_of)
        signatures = PythonSignatures(context.graph, sources.python)
        calls = PythonCalls(context.graph, signatures, sources.python, sources.types)
        types = TypeNames(context.graph)
        for path in context.graph.files:
            document = sources.document(path)
            if document is None or not path.endswith(".py"):
                continue
            for call in iter_written_calls(document):
                for reference in call.targets:
                    yield from _mutants_of(call, reference, calls, sources, types)


def choose(mutants: list[Mutant], per_kind: int, seed: int) -> list[Mutant]:
    """Choose mutants of each kind at random, of which no two touch one function or one file's same place."""
    chance = random.Random(seed)
    chosen: list[Mutant] = []
    touched: set[str] = set()
    for kind in KINDS:
        some = [each for each in mutants if each.kind == kind]
        chance.shuffle(some)
        n_chosen = 0
        for each in some:
            if n_chosen == per_kind:
                break
            if {each.caller, each.target} & touched:
                continue
            touched |= {each.caller, each.target}
            chosen.append(each)
            n_chosen += 1
    return chosen


def apply(root: Path, mutants: list[Mutant]) -> None:
    """Put mutants into the files below a folder."""
    edits: dict[str, list[tuple[int, int, str]]] = {}
    for mutant in mutants:
        for path, begin, end, text in mutant.edits:
            edits.setdefault(path, []).append((begin, end, text))
    for path, some in edits.items():
        content = (root / path).read_bytes()
        for begin, end, text in sorted(some, reverse=True):
            content = content[:begin] + text.encode() + content[end:]
        (root / path).write_bytes(content)


def _mutants_of(
    call: WrittenCall, reference: Reference, calls: PythonCalls, sources: ContractSources, types: TypeNames
) -> Iterator[Mutant]:
    target = reference.target_symbol or ""
    arguments = calls.arguments(call)
    source = sources.python(call.path)
    found = None if source is None else source.calls.get(source.place(call.span))
    if (
        arguments is None
        or source is None
        or found is None
        or calls.problems(call, reference, arguments) != ()
    ):
        return
    if len(arguments) != len(found[0].arguments) or any(
        each.kind in {ArgumentKind.SPREAD_POSITIONAL, ArgumentKind.SPREAD_KEYWORD} for each in arguments
    ):
        return
    signatures = calls.signatures(target)
    bindings = calls.bindings(call, reference, signatures, arguments)
    if len(signatures) != 1 or not bindings:
        return
    bound = bindings[0]
    takes_names = any(each.kind is ParameterKind.VARIADIC_KEYWORD for each in signatures[0].parameters)
    written = found[0].arguments
    spans = [(_begin(source.content, each.value.begin, each.keyword), each.value.end) for each in written]

    def mutant(kind: str, edits: list[tuple[str, int, int, str]]) -> Mutant:
        return Mutant(
            kind=kind,
            path=call.path,
            line=call.span.start_line,
            end_line=call.span.end_line,
            text=call.text or "",
            caller=call.caller,
            target=target,
            edits=tuple(edits),
        )

    for number, each in enumerate(bound):
        is_last = number == len(written) - 1
        is_required = not each.parameter.has_default
        place = _number_of(each.argument, arguments)
        if is_required and place >= 0 and (each.argument.keyword is not None or is_last):
            begin, end = spans[place]
            yield mutant(KINDS[0], [(call.path, *_with_comma(source.content, begin, end), "")])
        if each.argument.keyword is not None and not takes_names:
            begin = spans[place][0]
            end = begin + len(each.argument.keyword.encode())
            yield mutant(KINDS[1], [(call.path, begin, end, f"{each.argument.keyword}_")])
    yield from _added_parameter(call, target, sources, mutant)
    pair = _typed_pair(bound, types)
    if pair is not None:
        places = [_number_of(each.argument, arguments) for each in pair]
        texts = [source.content[slice(*spans[place])].decode() for place in places]
        yield mutant(
            KINDS[3],
            [
                (call.path, *spans[places[0]], texts[1]),
                (call.path, *spans[places[1]], texts[0]),
            ],
        )


def _added_parameter(call: WrittenCall, target: str, sources: ContractSources, mutant) -> Iterator[Mutant]:  # type: ignore[no-untyped-def]  # noqa: ANN001 - the function above
    path = target.partition("::")[0]
    source = sources.python(path)
    definitions = () if source is None else source.definitions.get(target, ())
    if source is None or len(definitions) != 1 or definitions[0].is_class:
        return
    definition = definitions[0]
    positional = [each for each in definition.parameters if each.kind in _POSITIONAL]
    required = [each for each in positional if each.default is None]
    if any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in definition.parameters):
        return
    is_bound = source.enclosing_class(definition) is not None
    if len(required) <= is_bound or (call.path == path and call.caller.startswith(target)):
        return
    yield mutant(KINDS[2], [(path, required[-1].begin, required[-1].begin, f"{_NEW_NAME}, ")])


def _typed_pair(
    bound: tuple[BoundArgument, ...], types: TypeNames
) -> tuple[BoundArgument, BoundArgument] | None:
    """Return two positional arguments whose parameters have declared types that exclude each other."""
    typed = [
        each
        for each in bound
        if each.argument.keyword is None
        and each.parameter.declared is not None
        and not any(name in each.parameter.declared for name in _OPEN_TYPES)
    ]
    for one in typed:
        for other in typed:
            first, second = one.parameter.declared or "", other.parameter.declared or ""
            is_exclusive = types.cannot_fit(first, parts_of(second)) and types.cannot_fit(
                second, parts_of(first)
            )
            if is_exclusive and one.argument != other.argument:
                return one, other
    return None


def _number_of(argument: CallArgument, arguments: tuple[CallArgument, ...]) -> int:
    """Return which argument of a call this is; -1 if it is none. What is known of its type does not matter."""
    plain = replace(argument, types=None)
    return next((number for number, each in enumerate(arguments) if replace(each, types=None) == plain), -1)


def _begin(content: bytes, begin: int, keyword: str | None) -> int:
    return begin if keyword is None else content.rindex(keyword.encode(), 0, begin)


def _with_comma(content: bytes, begin: int, end: int) -> tuple[int, int]:
    """Widen the span of an argument by the comma behind it, else by the one before it."""
    rest = content[end:]
    after = len(rest) - len(rest.lstrip())
    if rest.lstrip().startswith(b","):
        return begin, end + after + 1
    before = content[:begin].rstrip()
    return (len(before) - 1, end) if before.endswith(b",") else (begin, end)

"""Calls in languages whose compilers or interpreters refuse a wrong number of arguments.

Turns: a WrittenCall + the declaration of its target → problems with its arguments. Overloads, also those of bases, count as
one: only a call that none of them takes has a problem.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.model.facts.code_expressions import NewExpr
from codeshed.model.facts.code_facts import CodeReference
from codeshed.model.languages.language_traits import Arity, LanguageTraits
from codeshed.model.semantic import ArgumentKind, ParameterKind, Provenance, Reference
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, last_name, qualified_name, without_ordinal
from codeshed.query.contracts.code_signatures import CodeSignatures, traits_of_symbol
from codeshed.query.contracts.code_source import CodeSource
from codeshed.query.contracts.contract_changes import CallUse
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.observed_calls import WrittenCall
from codeshed.query.contracts.signatures import (
    BoundArgument,
    CallArgument,
    Signature,
    SignatureParameter,
    binding_problems,
    bound_arguments,
)

_MIN_CONFIDENCE = 0.75
_MAX_SAME_NAME = 200
_POSITIONS = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD})
_NAMES = frozenset({ParameterKind.KEYWORD_ONLY, ParameterKind.VARIADIC_KEYWORD})
_REST_OF_NAMES = SignatureParameter(name="...", kind=ParameterKind.VARIADIC_KEYWORD)
_LAST_NAME = re.compile(r"(\w+[?!]?)\s*(?:\?\.)?[\s(]*$")
_TYPE_ARGUMENTS = re.compile(r"(?:::)?(?:<[^()]*>|\[[^()]*\])[\s(]*$")
_CONSTRUCTOR_WORDS = frozenset({"new", "self", "super", "this", "base", "parent", "static"})
_LAST_WORD = re.compile(r"^.*\W(?=\w)")
_SCALARS = frozenset({"Int", "Long", "Short", "Byte", "Char", "Float", "Double", "Boolean", "String"})
_CALL = re.compile(r"\)\s*$")
_MACRO = re.compile(r"[A-Z_][A-Z0-9_]*")
_EXPECTS_ERROR = re.compile(
    rb"raise_(?:error|exception)|assert_raises?|expectException|assertThrows|Throws<|rescue\s+\w*Error|"
    rb"ArgumentCountError|catch\s*\(\s*\\?(?:TypeError|ArgumentCountError|Throwable)"
)

_IGNORES_ERROR = re.compile(rb"@ts-(?:expect-error|ignore)\b")


class DeclaredCalls:
    """Checks calls by what their languages declare."""

    def __init__(self, graph: CodeGraph, sources: ContractSources) -> None:
        self._graph = graph
        self._sources = sources
        self._signatures = CodeSignatures(graph, sources)

    def use_of(self, call: WrittenCall) -> CallUse:
        """Return what becomes of the result of a call: nothing is known of that."""
        del call
        return CallUse()

    def signatures(self, symbol: str) -> tuple[Signature, ...]:
        """Return what a symbol may be called with: its own signature, then those of its overloads."""
        return self._signatures.of_symbol(symbol)

    def arguments(self, call: WrittenCall) -> tuple[CallArgument, ...] | None:
        """Return what a call passes; None if its source is not there."""
        found = self._written(call)
        if found is None:
            return None
        source, written = found
        begins = (-1, *(each.begin for each in written.written_arguments))
        return tuple(
            CallArgument(
                text="" if each.begin == before else source.text(each.begin, each.end),
                kind=each.kind,
                keyword=each.keyword,
            )
            for each, before in zip(written.written_arguments, begins, strict=False)
        )

    def _written(self, call: WrittenCall) -> tuple[CodeSource, CodeReference] | None:
        source = self._sources.code(call.path)
        found = None if source is None else source.calls.get(source.place(call.span))
        return None if source is None or found is None else (source, found)

    def problems(
        self, call: WrittenCall, reference: Reference, arguments: Sequence[CallArgument]
    ) -> tuple[str, ...] | None:
        """Return why a call cannot be one of a target, empty if it can; None if that is not known."""
        traits = traits_of_symbol(call.path)
        found = self._written(call)
        target = reference.target_symbol or ""
        is_known = self._graph.find_row(target) is not None and not call.leaves_repository
        if traits.arity is Arity.OPEN or not is_known or not _is_sure(reference):
            return None
        # Java passes the implicit parameters and the defaults of Scala as any others.
        is_alike = traits_of_symbol(target).has_implicit_conversions is traits.has_implicit_conversions
        if found is None or not is_alike or not self._is_named(found, target):
            return None
        is_macro_passed = traits.has_macros and any(_MACRO.fullmatch(each.text) for each in arguments)
        if is_macro_passed or posixpath.basename(call.path) in traits.unrun_files:
            return None
        problems = self._target_problems(call, traits, arguments)
        if not problems:
            return problems
        if self._may_be_of_another(target, traits, arguments):
            return ()
        return () if self._is_expected_to_fail(found[0], call) else problems

    def _target_problems(
        self, call: WrittenCall, traits: LanguageTraits, arguments: Sequence[CallArgument]
    ) -> tuple[str, ...] | None:
        problems: tuple[str, ...] = ()
        for target in dict.fromkeys(each.target_symbol or "" for each in call.targets):
            signatures = self.signatures(target)
            if any(each.uncheckable is not None for each in signatures):
                return None
            if traits.passes_several_results and len(arguments) == 1 and _CALL.search(arguments[0].text):
                return ()
            for signature in signatures:
                own = _problems_with(signature, arguments, traits)
                if not own:
                    return ()
                problems = problems or own
        return problems

    def _may_be_of_another(
        self, target: str, traits: LanguageTraits, arguments: Sequence[CallArgument]
    ) -> bool:
        """Whether something else of a target's name takes the arguments: an override, or an overload that is not beside it."""
        if self._signatures.has_imported_overloads(target):
            return True
        if traits.overrides_match_parameters and (
            re.fullmatch(traits.special_methods, last_name(target)) is not None
            or self._signatures.has_unknown_overloads(target)
        ):
            return True
        others = [
            *self._overrides(target),
            *(self._of_same_name(target) if traits.has_open_overloads else ()),
        ]
        for each in others:
            signature = self._signatures.of_one(each)
            if signature.uncheckable is not None or not _problems_with(signature, arguments, traits):
                return True
        return False

    def _overrides(self, target: str) -> Iterator[str]:
        row = self._graph.find_row(target)
        table = self._graph.edges
        edges = range(0) if row is None else range(int(table.out_starts[row]), int(table.out_starts[row + 1]))
        for edge in edges:
            if table.kinds[edge] == EdgeKind.OVERRIDDEN_BY:
                yield self._graph.nodes.symbols[int(table.targets[edge])]

    def _of_same_name(self, target: str) -> Iterator[str]:
        """Yield other functions, or types, of a name that a call may mean.

        These are in a class or namespace of the same name, which another file may have, or extension methods; with implicit
        conversions it may be any.
        """
        nodes = self._graph.nodes
        own = self._graph.find_row(target)
        kinds = {NodeKind.FUNCTION} if own is None else {NodeKind.FUNCTION, nodes.kinds[own]}
        traits = traits_of_symbol(target)
        rows = self._graph.name_index.find(last_name(without_ordinal(target)))
        for row in rows[:_MAX_SAME_NAME]:
            symbol = nodes.symbols[row]
            is_alike = nodes.kinds[row] in kinds and not symbol.startswith(EXTERNAL_PREFIX)
            if not is_alike or symbol == target or traits_of_symbol(symbol).family != traits.family:
                continue
            if (
                traits.has_implicit_conversions
                or _owner_name(symbol) == _owner_name(target)
                or self._signatures.is_extension(symbol)
            ):
                yield symbol

    def _is_named(self, found: tuple[CodeSource, CodeReference], target: str) -> bool:
        """Whether a call names what it runs right before its arguments: not `f.call(…)`, nor a macro `f!(…)`."""
        source, written = found
        owner = without_ordinal(target).rpartition(".")[0]
        names = {last_name(target), last_name(owner) if owner else last_name(target.rpartition("::")[2])}
        if isinstance(written.expression, NewExpr):
            # A constructor that has the name of its class is not inherited.
            made = written.expression.type_ref.name
            return len(names) > 1 or not made or _LAST_WORD.sub("", made) in names
        end = written.written_arguments[0].begin if written.written_arguments else written.end
        text = source.content[written.begin : end].decode("utf-8", "replace")
        text = text if written.written_arguments else text.rstrip().removesuffix(")")
        named = _LAST_NAME.search(_TYPE_ARGUMENTS.sub("", text))
        if named is None:
            return False
        return named[1] in names or (self._is_constructor(target) and named[1] in _CONSTRUCTOR_WORDS)

    def _is_constructor(self, target: str) -> bool:
        row = self._graph.find_row(target)
        if row is None or self._graph.nodes.kinds[row] == NodeKind.TYPE:
            return row is not None
        details = self._graph.nodes.details[row]
        return bool(details is not None and details.modifiers and details.modifiers.is_constructor)

    def _is_expected_to_fail(self, source: CodeSource, call: WrittenCall) -> bool:
        """Whether the function around a call expects an error, or a comment above it tells a compiler to ignore one."""
        place = source.place(call.span)[0]
        above = source.content.rfind(b"\n", 0, max(0, source.content.rfind(b"\n", 0, place)))
        if _IGNORES_ERROR.search(source.content, above + 1, place):
            return True
        around = source.definitions.get(call.caller)
        begin, end = (0, len(source.content)) if around is None else (around.begin, around.end)
        return _EXPECTS_ERROR.search(source.content, begin, end) is not None

    def bindings(
        self,
        call: WrittenCall,
        reference: Reference,
        signatures: Sequence[Signature],
        arguments: Sequence[CallArgument],
    ) -> tuple[tuple[BoundArgument, ...], ...]:
        """Return how arguments bind to the parameters of the only signature, if they do."""
        del call, reference
        bound = tuple(bound_arguments(signatures[0].without_first(signatures[0].n_bound), arguments))
        return (bound,) if len(signatures) == 1 else ()


def _owner_name(symbol: str) -> str:
    """Return the name of the class or namespace that a symbol is in."""
    return last_name(without_ordinal(qualified_name(without_ordinal(symbol)).rpartition(".")[0]))


def _is_sure(reference: Reference) -> bool:
    """Whether a target is sure enough: one that only values say of an object is, if these are all values it can have."""
    return (reference.confidence or 0) >= _MIN_CONFIDENCE and reference.provenance in {
        Provenance.DECLARED,
        Provenance.TYPED,
        Provenance.INFERRED,
    }


def _problems_with(
    signature: Signature, arguments: Sequence[CallArgument], traits: LanguageTraits
) -> tuple[str, ...]:
    """Return why a signature does not take arguments in any reading of them."""
    problems: tuple[str, ...] = ()
    for n_bound in range(signature.n_bound + 1):
        parameters = _in_order_of_filling(signature.without_first(n_bound))
        for passed in _readings(parameters, arguments, traits):
            own = binding_problems(parameters, passed, allows_extra=signature.allows_extra)
            if not own:
                return ()
            problems = problems or own
    return problems


def _in_order_of_filling(parameters: Sequence[SignatureParameter]) -> tuple[SignatureParameter, ...]:
    """Return the parameters, required ones first: `f(1, 2)` fills `a` and `c` of `def f(a, b = 1, c)`.

    What takes the rest of the positions takes names that no parameter has, too, unless others are passed by name alone.
    """
    positions = [each for each in parameters if each.kind in _POSITIONS]
    others = [each for each in parameters if each.kind not in _POSITIONS]
    kinds = {each.kind for each in others}
    has_rest = ParameterKind.VARIADIC_POSITIONAL in kinds and ParameterKind.KEYWORD_ONLY not in kinds
    is_late = any(one.has_default and not other.has_default for one, other in pairwise(positions))
    if is_late:
        positions.sort(key=lambda each: each.has_default)
    return (*positions, *others, *((_REST_OF_NAMES,) if has_rest else ()))


def _readings(
    parameters: Sequence[SignatureParameter], arguments: Sequence[CallArgument], traits: LanguageTraits
) -> Iterator[tuple[CallArgument, ...]]:
    """Yield the ways to read arguments: they may be one tuple, keywords one hash, and a hash may be keywords."""
    yield _with_names_in_place(arguments)
    if traits.has_auto_tupling and _may_be_tupled(parameters, arguments):
        yield (CallArgument(text="(…)"),)
    if not traits.are_keywords_a_hash:
        return
    names = {ArgumentKind.KEYWORD, ArgumentKind.SPREAD_KEYWORD}
    positional = tuple(each for each in arguments if each.kind not in names)
    n_required = sum(each.kind in _POSITIONS and not each.has_default for each in parameters)
    takes_names = any(each.kind in _NAMES for each in parameters)
    if len(positional) < len(arguments) and (not takes_names or len(positional) < n_required):
        yield (*positional, CallArgument(text="{…}"))
        if all(each.kind is not ArgumentKind.KEYWORD for each in arguments):
            yield positional
    elif len(positional) == len(arguments) > 0 and takes_names:
        yield (*positional[:-1], replace(positional[-1], kind=ArgumentKind.SPREAD_KEYWORD))


def _with_names_in_place(arguments: Sequence[CallArgument]) -> tuple[CallArgument, ...]:
    """Return arguments; a keyword before a position stands at its own place: `f(a: 1, 2)` in C#."""
    places = [number for number, each in enumerate(arguments) if each.kind is ArgumentKind.POSITIONAL]
    last = places[-1] if places else -1
    return tuple(
        replace(each, kind=ArgumentKind.POSITIONAL, keyword=None)
        if number < last and each.kind is ArgumentKind.KEYWORD
        else each
        for number, each in enumerate(arguments)
    )


def _may_be_tupled(parameters: Sequence[SignatureParameter], arguments: Sequence[CallArgument]) -> bool:
    """Whether arguments may become a tuple, or none the unit value, since the only parameter may be one."""
    is_plain = all(each.kind is ArgumentKind.POSITIONAL for each in arguments)
    declared = parameters[0].declared if len(parameters) == 1 else None
    return is_plain and len(parameters) == 1 and (declared or "").rpartition(".")[2] not in _SCALARS

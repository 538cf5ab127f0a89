"""Calls in languages whose calls have a fixed number of arguments, or a least one.

Turns: a WrittenCall + the declaration of its target → problems with the number of arguments. Overloads, also those of bases,
count as one: only a call that none of them takes has a problem.
"""

import re
from collections.abc import Iterator, Sequence

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import Arity, traits_of
from codeshed.model.semantic import ArgumentKind, DefinitionDetails, ParameterKind, Provenance, Reference
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, last_name, without_ordinal
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
from codeshed.query.contracts.written_arguments import split_call

_MIN_CONFIDENCE = 0.75
_MAX_SIBLINGS = 64
_MAX_DEPTH = 20
_MAX_TEXT = 80
_RECEIVERS = frozenset({"self", "this"})
_SPREAD = re.compile(r"^(?:\.\.\.|\*)|\.\.\.$")
_LAST_NAME = re.compile(r"(\w+)\s*(?:\?\.)?\s*$")
_TYPE_ARGUMENTS = re.compile(r"(?:::)?<[^()]*>\s*$")
_TYPED_VARIABLE = re.compile(r"[\w$#]+[?!]?\s*:(?!:)")
_CALL = re.compile(r"\)\s*$")


class DeclaredCalls:
    """Checks calls by what their languages declare."""

    def __init__(self, graph: CodeGraph, sources: ContractSources) -> None:
        self._graph = graph
        self._sources = sources
        self._contextual: dict[str, frozenset[str]] = {}

    def use_of(self, call: WrittenCall) -> CallUse:
        """Return what becomes of the result of a call: nothing is known of that."""
        del call
        return CallUse()

    def signatures(self, symbol: str) -> tuple[Signature, ...]:
        """Return what a symbol may be called with: its own signature, then those of its overloads."""
        if traits_of(_language(symbol)).arity is Arity.OPEN:
            return (Signature(uncheckable="no_fixed_arity"),)
        own = self._signature(symbol)
        return (own, *(self._signature(each) for each in self._overloads(symbol)))

    def _signature(self, symbol: str) -> Signature:
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        if row is None or details is None or self._graph.nodes.kinds[row] != NodeKind.FUNCTION:
            return Signature(uncheckable="no_signature")
        if details.parameters is None or self._is_contextual(symbol):
            return Signature(uncheckable="no_signature")
        parameters = tuple(
            SignatureParameter(
                name=each.name,
                kind=ParameterKind.VARIADIC_POSITIONAL
                if each.kind is ParameterKind.VARIADIC_POSITIONAL
                else ParameterKind.POSITIONAL_ONLY,
                has_default=each.has_default,
                declared=each.param_type,
            )
            for each in details.parameters
        )
        n_bound = int(bool(parameters) and parameters[0].name in _RECEIVERS)
        return Signature(
            parameters=parameters,
            n_bound=n_bound,
            allows_extra=traits_of(_language(symbol)).arity is Arity.AT_LEAST,
        )

    def _is_contextual(self, symbol: str) -> bool:
        """Whether a function is the value of a variable with a type: callers see that type, which may take more."""
        path = symbol.partition("::")[0]
        if path not in self._contextual:
            document = self._sources.document(path)
            self._contextual[path] = frozenset(
                each.symbol_id
                for each in (() if document is None else document.definitions)
                if each.signature is not None and _TYPED_VARIABLE.match(each.signature)
            )
        return symbol in self._contextual[path]

    def _overloads(self, symbol: str) -> Iterator[str]:
        """Yield other functions of a symbol's name in its scope, and in the bases of its type."""
        first = without_ordinal(symbol)
        name = last_name(symbol)
        owner = first[: -len(name) - 1] if first.endswith(f".{name}") else None
        scopes = [None] if owner is None else [owner, *self._bases(owner, 0)]
        for scope in scopes:
            base = first if scope is None else f"{scope}.{name}"
            for ordinal in range(1, _MAX_SIBLINGS):
                each = base if ordinal == 1 else f"{base}#{ordinal}"
                if self._graph.find_row(each) is None:
                    break
                if each != symbol:
                    yield each

    def _bases(self, owner: str, depth: int) -> Iterator[str]:
        row = self._graph.find_row(owner)
        details: DefinitionDetails | None = None if row is None else self._graph.nodes.details[row]
        if details is None or depth > _MAX_DEPTH:
            return
        for each in (*(details.inherits or ()), *(details.implements or ())):
            name = re.split(r"[<\[]", each, maxsplit=1)[0]
            if not name.startswith(EXTERNAL_PREFIX):
                yield name
                yield from self._bases(name, depth + 1)

    def arguments(self, call: WrittenCall) -> tuple[CallArgument, ...] | None:
        """Return what a call passes; None if that cannot be read."""
        count = call.references[0].argument_count
        file = self._sources.code(call.path)
        if file is None or count is None:
            return None
        starts = file.facts.line_starts
        if call.span.end_line > len(starts):
            return None
        begin = starts[call.span.start_line - 1] + call.span.start_column
        end = starts[call.span.end_line - 1] + call.span.end_column
        written = split_call(file.content[begin:end].decode("utf-8", "replace"))
        texts = None if written is None else written[1]
        if texts is None or len(texts) != count:
            return None
        return tuple(
            CallArgument(
                text=each if len(each) <= _MAX_TEXT else f"{each[: _MAX_TEXT - 1]}…",
                kind=ArgumentKind.SPREAD_POSITIONAL if _SPREAD.search(each) else ArgumentKind.POSITIONAL,
            )
            for each in texts
        )

    def problems(  # noqa: PLR0911 - one answer for each cause
        self, call: WrittenCall, reference: Reference, arguments: Sequence[CallArgument]
    ) -> tuple[str, ...] | None:
        """Return why a call cannot be one of a target, empty if it can; None if that is not known."""
        traits = traits_of(_language(call.path))
        is_sure = reference.provenance in {Provenance.DECLARED, Provenance.TYPED}
        if traits.arity is Arity.OPEN or not is_sure or (reference.confidence or 0) < _MIN_CONFIDENCE:
            return None
        if call.leaves_repository or self._graph.find_row(reference.target_symbol or "") is None:
            return None
        if not self._is_named(call, reference.target_symbol or ""):
            return None
        problems: tuple[str, ...] = ()
        for target in dict.fromkeys(each.target_symbol or "" for each in call.targets):
            signatures = self.signatures(target)
            if any(each.uncheckable is not None for each in signatures):
                return None
            for signature in signatures:
                if traits.passes_several_results and len(arguments) == 1 and _CALL.search(arguments[0].text):
                    return ()
                for n_bound in range(signature.n_bound + 1):
                    own = binding_problems(
                        signature.without_first(n_bound), arguments, allows_extra=signature.allows_extra
                    )
                    if not own:
                        return ()
                    problems = problems or own
        return problems

    def _is_named(self, call: WrittenCall, target: str) -> bool:
        """Whether a call names what it runs right before its arguments: not `f.call(…)`, nor a macro `f!(…)`."""
        file = self._sources.code(call.path)
        if file is None:
            return False
        starts = file.facts.line_starts
        begin = starts[call.span.start_line - 1] + call.span.start_column
        end = starts[call.span.end_line - 1] + call.span.end_column
        written = split_call(file.content[begin:end].decode("utf-8", "replace"))
        named = None if written is None else _LAST_NAME.search(_TYPE_ARGUMENTS.sub("", written[0]))
        owner = without_ordinal(target).rpartition(".")[0]
        return named is not None and named[1] in {last_name(target), last_name(owner) if owner else ""}

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


def _language(symbol: str) -> str | None:
    return language_of_path(symbol.partition("::")[0])

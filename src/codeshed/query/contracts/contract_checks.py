"""What checks calls in a language: Python by its own rules, other languages by the number of arguments.

Turns: a language → the CallChecks of it.
"""

from collections.abc import Sequence
from typing import Protocol

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.languages.language import is_python
from codeshed.model.semantic import Reference
from codeshed.query.contracts.contract_changes import CallUse
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.declared_calls import DeclaredCalls
from codeshed.query.contracts.observed_calls import WrittenCall
from codeshed.query.contracts.python.python_calls import PythonCalls
from codeshed.query.contracts.python.python_signatures import PythonSignatures
from codeshed.query.contracts.signatures import BoundArgument, CallArgument, Signature


class CallChecks(Protocol):
    """Reads signatures and calls of a language, and compares them."""

    def use_of(self, call: WrittenCall) -> CallUse:
        """Return what becomes of the result of a call."""

    def signatures(self, symbol: str) -> tuple[Signature, ...]:
        """Return what a symbol may be called with."""

    def arguments(self, call: WrittenCall) -> tuple[CallArgument, ...] | None:
        """Return what a call passes; None if that cannot be read."""

    def problems(
        self, call: WrittenCall, reference: Reference, arguments: Sequence[CallArgument]
    ) -> tuple[str, ...] | None:
        """Return why a call cannot be one of a target, empty if it can; None if that is not known."""

    def bindings(
        self,
        call: WrittenCall,
        reference: Reference,
        signatures: Sequence[Signature],
        arguments: Sequence[CallArgument],
    ) -> tuple[tuple[BoundArgument, ...], ...]:
        """Return the ways in which arguments bind to parameters without a problem."""


class ChecksByLanguage:
    """The checks of all languages for one graph."""

    def __init__(self, graph: CodeGraph, sources: ContractSources) -> None:
        self._python = PythonCalls(
            graph, PythonSignatures(graph, sources.python), sources.python, sources.types
        )
        self._declared = DeclaredCalls(graph, sources)

    def of_path(self, path: str) -> CallChecks:
        """Return the checks for the language of a file."""
        return self._python if is_python(path) else self._declared

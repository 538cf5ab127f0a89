"""The whole flow: from a program to which values every node holds.

Turns: Program + TypeReport → Flow, at rest.
"""

from dataclasses import dataclass

from codeshed.model.type_facts import FileTypes, TypeReport
from codeshed.resolve.entry_points import fixture_providers
from codeshed.resolve.flow.annotations import Annotations
from codeshed.resolve.flow.calls import Calls, Outside
from codeshed.resolve.flow.certainty import Certainty
from codeshed.resolve.flow.checked_types import CheckedTypes
from codeshed.resolve.flow.declared import TypeValues
from codeshed.resolve.flow.members import Members
from codeshed.resolve.flow.models.container_methods import call_container_method
from codeshed.resolve.flow.models.table import call_external
from codeshed.resolve.flow.read.definitions import complete_decorated
from codeshed.resolve.flow.read.expressions import READERS
from codeshed.resolve.flow.read.parameters import declare_signatures
from codeshed.resolve.flow.read.reading import Reading
from codeshed.resolve.flow.read.statements import read_scope
from codeshed.resolve.flow.state import FlowState, make_state
from codeshed.resolve.hierarchy import Hierarchy
from codeshed.resolve.program import Program
from codeshed.resolve.sites import FileSites
from codeshed.resolve.static import StaticNames


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """A program with its values at rest, and the places of each file."""

    state: FlowState
    members: Members
    calls: Calls
    sites: tuple[FileSites, ...]
    certainty: Certainty
    typed_targets: tuple[FileTypes | None, ...]


def run_flow(program: Program, static: StaticNames, hierarchy: Hierarchy, types: TypeReport | None) -> Flow:
    """Follow values through a program until nothing changes."""
    state = make_state(program, static.names, static, hierarchy)
    members = Members(state)
    calls = Calls(state, members, Outside(call_external, call_container_method))
    type_values = TypeValues(state)
    checked = CheckedTypes(program, type_values)
    reading = Reading(
        calls=calls,
        annotations=Annotations(program, static, type_values),
        checked=checked,
        defined_specials=_defined_specials(program),
        readers=READERS,
    )
    declare_signatures(reading)
    sites = []
    reports = []
    for file, module in enumerate(program.files):
        report = None if types is None else types.read(module.path, module.facts.line_starts)
        if report is not None:
            checked.learn_names(report.class_by_dotted_name)
        reading.begin_file(file, report)
        for index in range(len(module.facts.scopes)):
            read_scope(reading, module.first_scope + index)
        sites.append(reading.sites)
        reports.append(report)
    _provide_fixtures(reading, program, static)
    state.graph.run()
    if complete_decorated(reading):
        state.graph.run()
    return Flow(
        state=state,
        members=members,
        calls=calls,
        sites=tuple(sites),
        certainty=Certainty(state, members, reading.origins),
        typed_targets=tuple(reports),
    )


def _provide_fixtures(reading: Reading, program: Program, static: StaticNames) -> None:
    """Let the parameters of tests hold what the fixtures of their names give."""
    state = reading.state
    for use in fixture_providers(program, static):
        provider = state.functions[use.provider]
        node = state.variable_of_parameter(use.consumer, use.parameter)
        if node not in reading.closed:
            state.graph.add_edge(provider.yields if provider.is_generator else provider.result, node)


def _defined_specials(program: Program) -> frozenset[str]:
    return frozenset(
        function.name
        for function in program.functions
        if function.owner is not None and function.name.startswith("__")
    )

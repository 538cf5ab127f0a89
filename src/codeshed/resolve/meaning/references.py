"""All places of all files as references.

Turns: Flow → Collected.
"""

from collections.abc import Mapping

from codeshed.resolve.flow.run import Flow
from codeshed.resolve.meaning.callees import Callees
from codeshed.resolve.meaning.calls import CallReferences
from codeshed.resolve.meaning.members import MemberReferences
from codeshed.resolve.meaning.outer_fields import find_outer_fields
from codeshed.resolve.meaning.receivers import Receivers
from codeshed.resolve.meaning.structure import StructureReferences
from codeshed.resolve.meaning.writer import Collected, ReferenceWriter
from codeshed.resolve.sites import FileSites
from codeshed.resolve.variables import Variables


def collect_references(flow: Flow, variables: Variables, contents: Mapping[str, bytes]) -> Collected:
    """Return what every place of every file means."""
    receivers = Receivers(flow)
    find_outer_fields(flow, receivers, variables)
    callees = Callees(flow, receivers, variables)
    collected = Collected()
    for file in range(len(flow.sites)):
        path = flow.state.program.files[file].path
        writer = ReferenceWriter(flow.state.program, file, contents[path], collected)
        members = MemberReferences(flow, receivers, variables, writer)
        calls = CallReferences(flow, receivers, callees, members, writer)
        structure = StructureReferences(flow.state, receivers, callees, variables, writer)
        _write_calls(flow, file, calls)
        _write_uses(flow.sites[file], members)
        _write_structure(flow.sites[file], structure)
        collected.by_file.append(writer.finished())
    return collected


def _write_calls(flow: Flow, file: int, calls: CallReferences) -> None:
    sites = flow.sites[file]
    for call in sites.calls:
        calls.call(call, flow.typed_targets[file])
    for operation in sites.operations:
        calls.operation(operation)
    for raised in sites.raises:
        calls.raised(raised)
    for statement in sites.classes:
        calls.class_statement(statement)


def _write_uses(sites: FileSites, members: MemberReferences) -> None:
    for name in sites.names:
        members.name(name)
    for member in sites.members:
        members.member(member)


def _write_structure(sites: FileSites, structure: StructureReferences) -> None:
    for decorator in sites.decorators:
        structure.decorator(decorator)
    for use in sites.types:
        structure.type_use(use)
    for imported in sites.imports:
        structure.imported(imported)
    structure.exports()

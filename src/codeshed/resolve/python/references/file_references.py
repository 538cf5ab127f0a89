"""All references of a file.

Turns: a FileFlow at its fixpoint → FileReferences.
"""

from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.variable_symbols import Variables
from codeshed.resolve.python.names.sites import FileSites
from codeshed.resolve.python.references.call_references import CallReferences
from codeshed.resolve.python.references.callees import Callees
from codeshed.resolve.python.references.name_and_member_references import MemberReferences
from codeshed.resolve.python.references.receivers import Receivers
from codeshed.resolve.python.references.reference_writer import FileReferences, ReferenceWriter
from codeshed.resolve.python.references.structural_references import StructureReferences


def collect_references(
    file_flow: Region, receivers: Receivers, variables: Variables, content: bytes
) -> FileReferences:
    """Resolve every site of a file."""
    callees = Callees(file_flow, receivers, variables)
    writer = ReferenceWriter(file_flow.state.program, file_flow.state.file, content)
    members = MemberReferences(file_flow, receivers, variables, writer)
    calls = CallReferences(file_flow, receivers, callees, members, writer)
    structure = StructureReferences(file_flow.state, receivers, callees, variables, writer)
    _write_calls(file_flow, calls)
    _write_uses(file_flow.sites, members)
    _write_structure(file_flow.sites, structure)
    writer.write_defaults(file_flow.sites.defaults)
    return writer.finished()


def _write_calls(file_flow: Region, calls: CallReferences) -> None:
    sites = file_flow.sites
    for call in sites.calls:
        calls.call(call, file_flow.types)
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
    structure.fixtures()
    structure.exports()

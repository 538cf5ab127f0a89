"""All references of a file.

Turns: a FileFlow at its fixpoint → FileReferences.
"""

from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.variable_symbols import Variables
from codeshed.resolve.python.names.sites import FileSites
from codeshed.resolve.python.references.call_references import CallReferences
from codeshed.resolve.python.references.callees import Callees
from codeshed.resolve.python.references.member_references import MemberReferences
from codeshed.resolve.python.references.receivers import Receivers
from codeshed.resolve.python.references.reference_writer import FileReferences, ReferenceWriter
from codeshed.resolve.python.references.structural_references import StructureReferences


def collect_references(
    region: Region, receivers: Receivers, variables: Variables, content: bytes
) -> FileReferences:
    """Resolve every site of a file."""
    callees = Callees(region, receivers, variables)
    writer = ReferenceWriter(region.state.program, region.state.file, content)
    members = MemberReferences(region, receivers, variables, writer)
    calls = CallReferences(region, receivers, callees, members, writer)
    structure = StructureReferences(region.state, receivers, callees, variables, writer)
    _write_calls(region, calls)
    _write_uses(region.sites, members)
    _write_structure(region.sites, structure)
    writer.write_defaults(region.sites.defaults)
    return writer.finished()


def _write_calls(region: Region, calls: CallReferences) -> None:
    sites = region.sites
    for call in sites.calls:
        calls.call(call, region.types)
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

"""All places of a file as references.

Turns: a Region at rest → FileReferences.
"""

from codeshed.resolve.flow.region import Region
from codeshed.resolve.meaning.callees import Callees
from codeshed.resolve.meaning.calls import CallReferences
from codeshed.resolve.meaning.members import MemberReferences
from codeshed.resolve.meaning.receivers import Receivers
from codeshed.resolve.meaning.structure import StructureReferences
from codeshed.resolve.meaning.writer import FileReferences, ReferenceWriter
from codeshed.resolve.sites import FileSites
from codeshed.resolve.variables import Variables


def collect_references(
    region: Region, receivers: Receivers, variables: Variables, content: bytes
) -> FileReferences:
    """Return what every place of a file means."""
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

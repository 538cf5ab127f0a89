"""All references of a file.

Turns: a FileFlow at its fixpoint → FileReferences.
"""

from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.names.sites import FileSites
from codeshed.resolve.python.references.call_references import CallReferences
from codeshed.resolve.python.references.callees import CalleeResolver
from codeshed.resolve.python.references.decorator_references import DecoratorReferences
from codeshed.resolve.python.references.name_and_member_references import NameAndMemberReferences
from codeshed.resolve.python.references.receivers import ReceiverLookup
from codeshed.resolve.python.references.reference_writer import FileReferences, ReferenceWriter
from codeshed.resolve.python.references.structural_references import StructuralReferences


def collect_references(
    file_flow: FileFlow, receivers: ReceiverLookup, variables: VariableSymbols, content: bytes
) -> FileReferences:
    """Resolve every site of a file."""
    callees = CalleeResolver(file_flow, receivers, variables)
    writer = ReferenceWriter(file_flow.state.program, file_flow.state.file, content)
    members = NameAndMemberReferences(file_flow, receivers, variables, writer)
    calls = CallReferences(file_flow, receivers, callees, members, writer)
    decorators = DecoratorReferences(file_flow.state, file_flow.types, receivers, callees, writer)
    structure = StructuralReferences(file_flow.state, variables, writer)
    _write_calls(file_flow, calls)
    _write_uses(file_flow.sites, members)
    for decorator in file_flow.sites.decorators:
        decorators.write(decorator)
    _write_structure(file_flow.sites, structure)
    writer.write_defaults(file_flow.sites.defaults)
    return writer.finish()


def _write_calls(file_flow: FileFlow, calls: CallReferences) -> None:
    sites = file_flow.sites
    for call in sites.calls:
        calls.write_call(call, file_flow.types)
    for operation in sites.operations:
        calls.write_operation(operation)
    for raised in sites.raises:
        calls.write_raise(raised)
    for statement in sites.classes:
        calls.write_class_statement(statement)


def _write_uses(sites: FileSites, members: NameAndMemberReferences) -> None:
    for name in sites.names:
        members.write_name(name)
    for member in sites.members:
        members.write_member(member)


def _write_structure(sites: FileSites, structure: StructuralReferences) -> None:
    for use in sites.types:
        structure.write_type_use(use)
    for imported in sites.imports:
        structure.write_import(imported)
    structure.write_fixtures()
    structure.write_exports()

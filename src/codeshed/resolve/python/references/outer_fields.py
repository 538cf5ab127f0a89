"""Outer fields: fields that only code outside of their class assigns: `order.paid = True` in a function.

Turns: assignments to attributes of known classes → fields of these classes, if class and code are in the same file.
"""

from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.names.sites import Usage
from codeshed.resolve.python.references.receivers import ReceiverLookup

_MAX_CLASSES = 2


def find_outer_fields(file_flow: FileFlow, receivers: ReceiverLookup, variables: VariableSymbols) -> None:
    """Add the outer fields of a file's classes to its variables."""
    state = file_flow.state
    for site in file_flow.sites.members:
        if (
            site.usage is not Usage.STORE
            or receivers.find_self_or_super(site.scope, site.member.value) is not None
        ):
            continue
        name = site.member.name
        receiver_classes = list(
            receivers.find_receivers(site, state.static.resolve(site.scope, site.member.value))
        )
        for receiver in receiver_classes if len(receiver_classes) <= _MAX_CLASSES else ():
            number = receiver.number
            is_new = (
                state.program.classes[number].file == state.file
                and variables.field_owner(number, name) is None
                and file_flow.members.find_defining_class(number, name) is None
            )
            if is_new:
                variables.add_outer_field(number, name, site)

"""Import statements: modules, or their attributes, are bound to names.

Turns: imports → edges to the variables that they bind.
"""

from codeshed.model.facts.python_facts import Import
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.names.module_resolution import MissingModule, NamespacePackage
from codeshed.resolve.python.names.sites import ImportSite


def read_import(reader: StatementReader, statement: Import, scope: int) -> None:
    """Bind the name of an import; names of wildcard imports are resolved when they are looked up."""
    reader.sites.imports.append(ImportSite(scope, statement))
    if statement.name == "*":
        return
    program = reader.state.program
    file = program.scope_file[scope]
    bound = statement.alias or statement.name or statement.module.split(".", 1)[0]
    variable = reader.variable_node(bound, scope)
    binds_package = statement.name is None and statement.alias is None
    target = program.find_module(file, bound) if binds_package else program.import_target(file, statement)
    if isinstance(target, MissingModule) or reader.state.static.is_missing_submodule(target, statement):
        reader.origins.open.add(variable)
    elif statement.name is None:
        name = bound if binds_package else statement.module
        reader.graph.add_value(variable, _module_value(reader, target, name))
    elif target is None:
        reader.graph.add_value(variable, reader.values.external(f"{statement.module}.{statement.name}"))
    else:
        owner = _module_value(reader, target, statement.module)
        reader.graph.add_edge(reader.calls.members.member_node(owner, statement.name), variable)


def _module_value(reader: StatementReader, target: int | NamespacePackage | None, dotted_name: str) -> int:
    """Return the value of a module."""
    if target is None:
        return reader.values.external(dotted_name)
    if isinstance(target, NamespacePackage):
        return reader.values.intern(ValueKind.FOLDER, name=target.path)
    return reader.values.intern(ValueKind.MODULE, target)

"""Exports of JavaScript and TypeScript modules at their declarations, and the visibility of everything else.

Turns: `export` before a declaration → WrittenImports of the declared names; definitions + imports → the same
definitions, with those private that the module does not export.
"""

from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.extract.languages.ecmascript.jsdoc import DOCUMENTED
from codeshed.model.facts.code_facts import (
    AMBIENT_MODULE_PREFIX,
    TOP_LEVEL,
    CodeDefinition,
    CodeImport,
    ImportForm,
)
from codeshed.model.semantic import TypeKind, Visibility

MAX_CHAINED_ASSIGNMENTS = 2
"""How many chained assignments are followed from an export to the variable that it initializes."""

_GLOBAL_KINDS = frozenset({TypeKind.INTERFACE, TypeKind.TYPE_ALIAS})
_NAMES = frozenset({"identifier", "type_identifier", "shorthand_property_identifier_pattern"})
_EXPORTS = frozenset({"exports", "module.exports"})
_FUNCTIONS = frozenset({"arrow_function", "class", "function_expression", "generator_function"})
_QUOTES = "\"'"
_NESTED = frozenset({"nested_identifier", "member_expression"})
_PATTERNS = frozenset({
    "variable_declarator", "object_pattern", "array_pattern", "pair_pattern", "rest_pattern", "assignment_pattern",
    "object_assignment_pattern", "lexical_declaration", "variable_declaration", "ambient_declaration",
})  # fmt: skip


def read_declared_exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the names that are exported at their declaration."""
    statement = node.parent
    declaration = None if statement is None else statement.child_by_field_name("declaration")
    if statement is None or declaration is None or any(each.type == "default" for each in statement.children):
        return
    if statement.parent is None or statement.parent.type != "program":
        return
    for name in _bound_names(declaration):
        yield ImportDeclaration(form=ImportForm.EXPORT_NAME, module="", name=reader.text(name), node=name)


def _bound_names(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the names that a declaration or pattern binds."""
    if node.type in _NAMES:
        yield node
    elif node.type in _PATTERNS:
        bound = node.child_by_field_name("name") if node.type == "variable_declarator" else None
        value = node.child_by_field_name("value") if node.type == "pair_pattern" else None
        left = node.child_by_field_name("left")
        first = bound or value or left
        for each in node.named_children if first is None else (first,):
            yield from _bound_names(each)
    else:
        name = node.child_by_field_name("name")
        while name is not None and name.type in _NESTED:
            name = name.child_by_field_name("object")
        if name is not None and name.type in _NAMES:
            yield name


def variable_initialized_with(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the variable that is initialized together with an export: `const app = exports = module.exports = {}`."""
    assigned = node.parent
    for _ in range(MAX_CHAINED_ASSIGNMENTS):
        if assigned is not None and assigned.type == "assignment_expression":
            assigned = assigned.parent
    is_variable = assigned is not None and assigned.type == "variable_declarator"
    name = assigned.child_by_field_name("name") if assigned is not None and is_variable else None
    return name if name is not None and name.type == "identifier" else None


def is_function_of_variable(definition: tree_sitter.Node) -> bool:
    """Whether an exported function or class also initializes a variable: it is defined as the variable's."""
    left, value = definition.child_by_field_name("left"), definition.child_by_field_name("right")
    is_function = value is not None and value.type in _FUNCTIONS
    return is_function and left is not None and variable_initialized_with(left) is not None


def is_export_property(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a definition is only a property of the exports, not a name in the file: `exports.a = …`, `module.exports = { a() {} }`."""
    if node.type == "assignment_expression":
        left = node.child_by_field_name("left")
        container = None if left is None else left.child_by_field_name("object")
    else:
        around = reader.parent(node)
        outer = None if around is None or around.type != "object" else reader.parent(around)
        is_assigned = outer is not None and outer.type == "assignment_expression"
        container = outer.child_by_field_name("left") if outer is not None and is_assigned else None
    return container is not None and reader.text(container) in _EXPORTS


def hide_unexported(
    definitions: tuple[CodeDefinition, ...], imports: tuple[CodeImport, ...]
) -> tuple[CodeDefinition, ...]:
    """Make private what a module does not export."""
    explicit_imports = [each for each in imports if each.detail != DOCUMENTED and not _is_directive(each)]
    is_module = any(not each.namespace for each in explicit_imports) or any(
        map(_is_exported_by_file, definitions)
    )
    if not is_module:
        definitions = tuple(map(_ambient_declaration, definitions))
    if not explicit_imports and not any(each.is_exported for each in definitions):
        return hide_in_namespaces(definitions)
    reexports = (each for each in imports if each.form is ImportForm.EXPORT_NAME and not each.module)
    exported = {each.name.partition(".")[0] for each in reexports}
    return tuple(
        replace(each, visibility=Visibility.PRIVATE) if _is_module_private(each, exported) else each
        for each in hide_in_namespaces(definitions)
    )


def _is_exported_by_file(definition: CodeDefinition) -> bool:
    """Whether the file itself exports something, and so is a module."""
    return definition.is_exported and definition.parent == TOP_LEVEL and not definition.namespace


def _ambient_declaration(definition: CodeDefinition) -> CodeDefinition:
    """Move what a script declares in `declare module "a"` to that module's namespace: all files can import it from there.

    Its own types are global.
    """
    if definition.parent == TOP_LEVEL and not definition.namespace and definition.type_kind in _GLOBAL_KINDS:
        return replace(definition, is_global=True)
    if definition.namespace[:1] not in {'"', "'"}:
        return definition
    is_exported = definition.is_exported or definition.parent == TOP_LEVEL
    return replace(
        definition,
        namespace=f"{AMBIENT_MODULE_PREFIX}{definition.namespace.strip(_QUOTES)}",
        is_exported=is_exported,
    )


def hide_in_namespaces(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Make private what a namespace does not export, unless it is an ambient namespace without any `export`."""
    exporting = {each.parent for each in definitions if each.is_exported}
    return tuple(
        replace(each, visibility=Visibility.PRIVATE)
        if each.parent != TOP_LEVEL
        and definitions[each.parent].is_namespace
        and not each.is_exported
        and (each.parent in exporting or (each.modifiers is not None and each.modifiers.has_body))
        else each
        for each in definitions
    )


def _is_directive(code_import: CodeImport) -> bool:
    """Whether an import is only a reference comment, which makes no module of the file."""
    return code_import.form is ImportForm.NOTHING and code_import.is_for_types


def _is_module_private(definition: CodeDefinition, exported: set[str]) -> bool:
    is_of_file = definition.parent == TOP_LEVEL and definition.owner is None and not definition.namespace
    return is_of_file and not definition.is_exported and definition.name not in exported

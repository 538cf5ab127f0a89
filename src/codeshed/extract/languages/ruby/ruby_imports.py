"""Loading of files in Ruby.

Turns: calls of `require` and the like with a constant path → WrittenImports.
"""

import tree_sitter

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.model.facts.code_facts import ImportForm

_HERE = frozenset({"__dir__", "File.dirname(__FILE__)", "File.dirname(File.expand_path(__FILE__))"})
"""Expressions for the folder of the current file."""


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read a call that loads a file by a constant path."""
    method, arguments = node.child_by_field_name("method"), node.child_by_field_name("arguments")
    passed = [] if arguments is None else arguments.named_children
    if method is None or not passed:
        return []
    how = reader.text(method)
    found = _path(passed[-1], reader)
    if found is None or not found[1]:
        return []
    is_relative = found[0] or how == "require_relative"
    name = (
        reader.text(passed[0]).lstrip(":") if how == "autoload" and passed[0].type == "simple_symbol" else ""
    )
    detail = "relative" if is_relative else {"load": "load", "autoload": "autoload"}.get(how, "")
    return [ImportDeclaration(form=ImportForm.NOTHING, module=found[1], name=name, detail=detail)]


def _path(node: tree_sitter.Node, reader: NodeReader) -> tuple[bool, str] | None:
    """Return whether a path is relative to the file's folder, and the path."""
    if node.type == "string":
        pieces = node.named_children
        is_here = bool(pieces) and reader.text(pieces[0]) == "#{__dir__}"
        rest = pieces[1:] if is_here else pieces
        if any(each.type != "string_content" for each in rest):
            return None
        return is_here, "".join(reader.text(each) for each in rest).lstrip("/" if is_here else "")
    return _added_path(node, reader) if node.type == "binary" else _file_call(node, reader)


def _added_path(node: tree_sitter.Node, reader: NodeReader) -> tuple[bool, str] | None:
    """Return the path of `__dir__ + "/a"`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    inner = None if right is None else _path(right, reader)
    is_here = left is not None and "".join(reader.text(left).split()) in _HERE
    return (True, inner[1].lstrip("/")) if is_here and inner is not None else None


def _file_call(node: tree_sitter.Node, reader: NodeReader) -> tuple[bool, str] | None:
    """Return the path of `File.join(__dir__, "a")` and `File.expand_path("../a", __FILE__)`."""
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    arguments = node.child_by_field_name("arguments")
    if receiver is None or method is None or arguments is None or reader.text(receiver) != "File":
        return None
    texts = ["".join(reader.text(each).split()) for each in arguments.named_children]
    strings = [_path(each, reader) for each in arguments.named_children if each.type == "string"]
    path = "/".join(each[1].strip("/") for each in strings if each is not None)
    if reader.text(method) == "join" and texts and texts[0] in _HERE and len(strings) == len(texts) - 1:
        return True, path
    is_expanded = reader.text(method) == "expand_path" and len(strings) == 1
    is_from_file = texts[1:] == ["__FILE__"]
    if not is_expanded or not (is_from_file or (len(texts) > 1 and texts[1] in _HERE)):
        return None
    return True, path.removeprefix("../") if is_from_file else path

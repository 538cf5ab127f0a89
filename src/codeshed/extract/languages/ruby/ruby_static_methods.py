"""Owners of Ruby methods: the class or module itself, its instances, or both.

Turns: the node of a method → whether it is a singleton method, also an instance method, or passed to the
users of the module: `def self.a`, `class << self`, `scope`, `module_function`, `extend self`, `class_methods
do`.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ruby.ruby_mixins import MIXIN_HOOKS
from codeshed.extract.languages.ruby.ruby_nesting import BLOCKS, CODE_NODES, METHODS, REOPENABLE

_SHARED = "module_function"
_QUOTES = ":\"'"


def is_singleton_method(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a method is a singleton method."""
    return (
        node.type == "singleton_method"
        or _is_of_singleton(node, reader)
        or _is_scope(node, reader)
        or is_also_singleton_method(node, reader)
    )


def is_also_singleton_method(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether an instance method of a module is also a singleton method."""
    container = node.parent
    if node.type == "singleton_method" or container is None:
        return False
    if container.type == "argument_list" and container.parent is not None:
        method = container.parent.child_by_field_name("method")
        if node.type in METHODS and method is not None and reader.text(method) == _SHARED:
            return True
        container = container.parent.parent
    if container is None or container.type != "body_statement" or container.parent is None:
        return False
    if container.parent.type != "module":
        return False
    begin, names, is_whole = reader.memoize(container, _module_function_calls)
    name = node.child_by_field_name("name")
    is_named = name is not None and reader.text(name) in names
    return is_whole or is_named or (node.type in METHODS and begin is not None and begin < node.start_byte)


def belongs_to_users(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a singleton method is defined in a mixin hook, and so belongs to the types that mix the module in."""
    outer = node.parent
    while outer is not None and outer.type not in REOPENABLE:
        if mixin_hook_of(outer, reader):
            return True
        outer = outer.parent
    return False


def is_in_mixin_hook(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether code runs in a mixin hook."""
    outer = reader.nearest_ancestor(node, REOPENABLE | CODE_NODES)
    return outer is not None and bool(mixin_hook_of(outer, reader))


def mixin_hook_of(block: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name of the mixin hook that a block is passed to."""
    call = block.parent if block.type in BLOCKS else None
    method = None if call is None else call.child_by_field_name("method")
    name = "" if method is None else reader.text(method)
    return name if name in MIXIN_HOOKS else ""


def _is_of_singleton(node: tree_sitter.Node, reader: NodeReader) -> bool:
    outer = node.parent
    while outer is not None and outer.type not in REOPENABLE:
        if outer.type == "singleton_class":
            return True
        if outer.type in CODE_NODES:
            return mixin_hook_of(outer, reader) == "class_methods"
        outer = outer.parent
    return False


def _is_scope(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a call defines a singleton method: `scope :recent, -> { … }`."""
    method = node.child_by_field_name("method") if node.type == "call" else None
    return method is not None and reader.text(method) == "scope"


def _module_function_calls(
    body: tree_sitter.Node, reader: NodeReader
) -> tuple[int | None, frozenset[str], bool]:
    """Return where a bare `module_function` is, the methods that it names, and whether the module extends itself."""
    begin: int | None = None
    names: set[str] = set()
    is_whole = False
    for child in body.named_children:
        if child.type == "identifier" and reader.text(child) == _SHARED:
            begin = child.start_byte if begin is None else begin
        method = child.child_by_field_name("method") if child.type == "call" else None
        arguments = None if method is None else child.child_by_field_name("arguments")
        if method is None or arguments is None or child.child_by_field_name("receiver") is not None:
            continue
        passed = [reader.text(each) for each in arguments.named_children]
        if reader.text(method) == _SHARED:
            names.update(each.strip(_QUOTES) for each in passed)
        is_whole = is_whole or (reader.text(method) == "extend" and "self" in passed)
    return begin, frozenset(names), is_whole

"""Superclasses and mixins of Ruby types.

Turns: a class or module → its superclass, the modules mixed into it, and the modules that it passes on to the
types that mix it in: `base.extend(ClassMethods)` in its hook `included`, `include B` in its block
`included do`. `extend`, and `include` in a singleton class, add methods to the type itself and no constants.
A computed mixin is a type without a name.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import CodeMixin

CONSTANTS = frozenset({"constant", "scope_resolution"})
MIXIN_HOOKS = frozenset({"included", "prepended", "class_methods"})
"""Blocks of a module that run in the types that mix it in."""

_MIXINS = {"prepend": True, "include": False}
"""Methods that mix a module in, and whether its methods come before the type's own."""
_EXTENSIONS = frozenset({"extend"})
_CONDITIONS = frozenset({"if_modifier", "unless_modifier"})
_SINGLETON = "singleton_class"
_HOOK_METHODS = frozenset({"included", "extended", "prepended", "inherited"})
_CONCERN = "ActiveSupport::Concern"
_CLASS_METHODS = "ClassMethods"
_STRUCT_FACTORIES = frozenset({"Struct", "Data"})


def find_parents(
    node: tree_sitter.Node, body: tree_sitter.Node | None, reader: NodeReader
) -> tuple[list[tree_sitter.Node], list[tree_sitter.Node]]:
    """Return the superclass of a type, and the modules that extend it."""
    extending = [each for call in _calls(body, reader) for each in _mixed_modules(call, _EXTENSIONS, reader)]
    return list(_superclass(node, reader)), [*extending, *_of_concern(body, extending, reader)]


def find_modules_for_users(body: tree_sitter.Node | None, reader: NodeReader) -> tuple[TypeRef, ...]:
    """Return the modules that extend the users of a type, and not the type itself."""
    children = () if body is None else body.named_children
    hooks = [_without_condition(call) for child in children for call in _calls_of_hook(child, reader)]
    of_hooks = [each for call in hooks for each in _mixed_modules(call, _EXTENSIONS, reader)]
    direct = [_without_condition(call) for child in children for call in _of_singleton(child)]
    extending = [each for call in direct for each in _mixed_modules(call, _EXTENSIONS, reader)]
    of_hooks += _of_concern(body, extending, reader)
    own = {reader.text(each) for each in extending}
    types = (reader.type(each) for each in of_hooks if reader.text(each) not in own)
    return tuple(each for each in types if each is not None)


def _of_concern(
    body: tree_sitter.Node | None, extending: list[tree_sitter.Node], reader: NodeReader
) -> list[tree_sitter.Node]:
    """Return the `ClassMethods` module of an ActiveSupport concern, which extends its users."""
    if body is None or all(reader.text(each) != _CONCERN for each in extending):
        return []
    names = (child.child_by_field_name("name") for child in body.named_children if child.type == "module")
    return [name for name in names if name is not None and reader.text(name) == _CLASS_METHODS]


def is_module(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a type has no instances."""
    right = node.child_by_field_name("right") if node.type == "assignment" else None
    maker = None if right is None else right.child_by_field_name("receiver")
    return node.type == "module" or (maker is not None and reader.text(maker) == "Module")


def find_mixed_in_modules(
    body: tree_sitter.Node | None, reader: NodeReader
) -> list[tuple[tree_sitter.Node, bool]]:
    """Return the modules mixed into a type, the last one first, and whether their methods come before its own."""
    calls = _calls(body, reader)
    return [
        (each, is_first)
        for how, is_first in _MIXINS.items()
        for call in reversed(calls)
        for each in _mixed_modules(call, frozenset({how}), reader)
    ]


def find_mixins(
    node: tree_sitter.Node, body: tree_sitter.Node | None, reader: NodeReader
) -> Iterator[CodeMixin]:
    """Yield the types whose methods a type gets; one without a name represents unknown ones."""
    for each, is_first in find_mixed_in_modules(body, reader):
        type_ref = reader.type(each)
        if type_ref is not None:
            yield CodeMixin(type_ref, is_reached_by_super=not is_first, is_prepended=is_first)
    superclass = node.child_by_field_name("superclass")
    is_computed = superclass is not None and not any(_superclass(node, reader))
    if is_computed or any(_is_computed(call, reader) for call in _calls(body, reader)):
        yield CodeMixin(TypeRef(""))


def _is_computed(call: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a call mixes in something that is no constant."""
    how, passed = _mixin_call(call, reader)
    is_mixing = how in _EXTENSIONS or how in _MIXINS
    return is_mixing and any(each.type not in CONSTANTS | {"self", "simple_symbol"} for each in passed)


def _calls(body: tree_sitter.Node | None, reader: NodeReader) -> list[tree_sitter.Node]:
    """Return the calls directly in a type, in its hooks and in its singleton class, conditional ones too."""
    children = () if body is None else body.named_children
    found = [call for child in children for call in (child, *_calls_of_hook(child, reader))]
    found = [inner for each in found for inner in _of_singleton(each)]
    return [_without_condition(each) for each in found]


def _of_singleton(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    body = node.child_by_field_name("body") if node.type == _SINGLETON else None
    return [node] if body is None else [*body.named_children]


def _without_condition(node: tree_sitter.Node) -> tree_sitter.Node:
    body = node.child_by_field_name("body") if node.type in _CONDITIONS else None
    return node if body is None else body


def _superclass(node: tree_sitter.Node, reader: NodeReader) -> Iterator[tree_sitter.Node]:
    """Yield what is after `<`, or passed to `Class.new`; for `Struct.new(…)` it is `Struct`."""
    superclass = node.child_by_field_name("superclass")
    for each in () if superclass is None else superclass.named_children:
        inner = each.child_by_field_name("object") if each.type == "element_reference" else each
        maker = each.child_by_field_name("receiver") if each.type == "call" else None
        if maker is not None and reader.text(maker) in _STRUCT_FACTORIES:
            yield maker
        elif inner is not None and inner.type in CONSTANTS:
            yield inner
    right = node.child_by_field_name("right") if node.type == "assignment" else None
    if right is not None:
        maker, arguments = right.child_by_field_name("receiver"), right.child_by_field_name("arguments")
        if maker is not None and reader.text(maker) in _STRUCT_FACTORIES:
            yield maker
        else:
            yield from () if arguments is None else _constants(arguments)


def _mixed_modules(
    call: tree_sitter.Node, hows: frozenset[str], reader: NodeReader
) -> Iterator[tree_sitter.Node]:
    """Yield the modules of `include A, B`, `base.extend(A)` or `base.send(:include, A)`."""
    how, passed = _mixin_call(call, reader)
    if how in hows:
        yield from (each for each in passed if each.type in CONSTANTS)


def _mixin_call(call: tree_sitter.Node, reader: NodeReader) -> tuple[str, list[tree_sitter.Node]]:
    """Return the mixin method of a call and its arguments; into a singleton class it is `extend`."""
    method = call.child_by_field_name("method") if call.type == "call" else None
    arguments = None if method is None else call.child_by_field_name("arguments")
    if method is None or arguments is None:
        return "", []
    how, passed = reader.text(method), arguments.named_children
    if how == "send" and passed:
        how = reader.text(passed[0]).lstrip(":")
    receiver = call.child_by_field_name("receiver")
    is_of_receiver = receiver is not None and reader.text(receiver).endswith(_SINGLETON)
    outer = call.parent
    while outer is not None and outer.type in _CONDITIONS | {"body_statement"}:
        outer = outer.parent
    is_inside = outer is not None and outer.type == _SINGLETON
    return "extend" if how in _MIXINS and (is_of_receiver or is_inside) else how, passed


def _calls_of_hook(node: tree_sitter.Node, reader: NodeReader) -> Iterator[tree_sitter.Node]:
    """Yield the statements of a module's hook, which runs when a type mixes it in."""
    name = node.child_by_field_name("name" if node.type == "singleton_method" else "method")
    if name is None or node.type not in {"call", "singleton_method"}:
        return
    block = node.child_by_field_name("block" if node.type == "call" else "body")
    hooks = MIXIN_HOOKS if node.type == "call" else _HOOK_METHODS
    if block is not None and reader.text(name) in hooks:
        body = block.child_by_field_name("body") or block
        for each in body.named_children:
            yield each
            inner = each.child_by_field_name("block") if each.type == "call" else None
            inner_body = None if inner is None else inner.child_by_field_name("body")
            yield from () if inner_body is None else inner_body.named_children


def _constants(arguments: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    yield from (each for each in arguments.named_children if each.type in CONSTANTS)

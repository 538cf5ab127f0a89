"""Ruby methods that only forward to others.

Turns: `alias a b`, `alias_method :a, :b`, `delegate :a, to: :b`, `def_delegators :@b, :a` → the call that the
method makes.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CallExpr, CodeExpression, MemberExpr, NameExpr, ReceiverExpr

_DELEGATE = "delegate"
_ONE = frozenset({"def_delegator", "def_instance_delegator"})
_MANY = frozenset({"def_delegators", "def_instance_delegators"})
_QUOTES = ":\"'"


def read_alias(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `alias a b` as a call of b as defined so far."""
    del depth
    return _call_of(node, node.child_by_field_name("alias"), reader)


def read_alias_method(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the arguments of `alias_method :a, :b` as a call of b."""
    del depth
    passed = node.named_children
    return _call_of(node, passed[1], reader) if len(passed) > 1 else None


def _call_of(
    node: tree_sitter.Node, named: tree_sitter.Node | None, reader: NodeReader
) -> CodeExpression | None:
    if named is None:
        return None
    name = reader.text(named).strip(_QUOTES)
    function = NameExpr(named.start_byte, named.end_byte, name, is_earlier_definition=True)
    return CallExpr(node.start_byte, node.end_byte, function)


def read_delegated(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the symbol of a delegated method as the call of its target's method; None for other symbols."""
    del depth
    how, passed = _delegation(node, reader)
    if not how:
        return None
    target = _option(passed, "to", reader) if how == _DELEGATE else reader.text(passed[0]).strip(_QUOTES)
    named = passed[1] if how in _ONE else node
    held = _target(target, node)
    if held is None:
        return None
    begin, end = node.start_byte, node.end_byte
    return CallExpr(begin, end, MemberExpr(begin, end, held, reader.text(named).strip(_QUOTES)))


def is_delegated(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a symbol names a delegated method, not the target."""
    how, passed = _delegation(node, reader)
    if how in _ONE:
        return node.id == (passed[2] if len(passed) > 2 else passed[1]).id  # noqa: PLR2004 - the name may stand behind
    return how == _DELEGATE or (how in _MANY and node.id != passed[0].id)


def delegated_name(name: str, node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name of a delegated method, with the prefix of `prefix:`; `prefix: true` means the target's name."""
    how, passed = _delegation(node, reader)
    prefix = _option(passed, "prefix", reader) if how == _DELEGATE else ""
    before = _option(passed, "to", reader) if prefix == "true" else prefix
    return f"{before}_{name}" if before and before != "false" else name


def _delegation(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, list[tree_sitter.Node]]:
    """Return the delegating macro and its arguments; "" if the symbol is elsewhere."""
    arguments = node.parent
    call = None if arguments is None or arguments.type != "argument_list" else arguments.parent
    method = None if call is None or call.type != "call" else call.child_by_field_name("method")
    how = "" if method is None else reader.text(method)
    passed = [] if arguments is None else arguments.named_children
    is_whole = how == _DELEGATE or (how in _ONE | _MANY and len(passed) > 1)
    return (how, passed) if is_whole else ("", [])


def _option(passed: list[tree_sitter.Node], name: str, reader: NodeReader) -> str:
    for each in passed:
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        if key is not None and value is not None and reader.text(key).strip(":") == name:
            return reader.text(value).strip(_QUOTES)
    return ""


def _target(name: str, node: tree_sitter.Node) -> CodeExpression | None:
    """Return the target of a delegation: a field, a constant, or the result of a method."""
    begin, end = node.start_byte, node.end_byte
    plain = name.removeprefix("self.")
    if plain.startswith("@"):
        return MemberExpr(begin, end, ReceiverExpr(begin, begin), plain)
    if plain == "class":
        return CallExpr(begin, end, MemberExpr(begin, end, ReceiverExpr(begin, begin), plain))
    return NameExpr(begin, end, plain) if plain.isidentifier() else None

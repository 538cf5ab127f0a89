"""Test cases of C++ that run as code of a fixture class.

Turns: a function that a test macro defines → the name of its fixture.
"""

import re

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_facts import CodeDefinition

_WHOLE = frozenset({"translation_unit"})
_SUITE = re.compile(
    r"^[ \t]*\w*(?:FIXTURE_TEST_SUITE[ \t]*\([ \t]*\w+[ \t]*,[ \t]*(?P<fixture>\w+)"
    r"|AUTO_TEST_SUITE[ \t]*\(|(?P<end>TEST_SUITE_END\b))",
    re.MULTILINE,
)
"""Beginning and end of Boost.Test suites."""
_FIXTURE_CASE = re.compile(r"\w*FIXTURE_TEST_CASE\w*")
_SUITE_CASE = re.compile(r"\w*AUTO_TEST_CASE\w*")
_WITH_FIXTURE = re.compile(r"TYPED_\w+|\w+_(?:F|P|FIXTURE|METHOD)")


def fixture_of(
    definition: CodeDefinition, node: tree_sitter.Node, macro_arguments: list[str], reader: NodeReader
) -> str:
    """Return the class of which a test body is a method: an argument of its macro, or the fixture of the enclosing suite."""
    if len(macro_arguments) > 1 and _WITH_FIXTURE.fullmatch(definition.name):
        return macro_arguments[0]
    if len(macro_arguments) > 1 and _FIXTURE_CASE.fullmatch(definition.name):
        return macro_arguments[1]
    root = (
        reader.nearest_ancestor(node, _WHOLE)
        if macro_arguments and _SUITE_CASE.fullmatch(definition.name)
        else None
    )
    suites = () if root is None else reader.memoize(root, _suites)
    return next((each for begin, each in reversed(suites) if begin < node.start_byte), "")


def _suites(root: tree_sitter.Node, reader: NodeReader) -> tuple[tuple[int, str], ...]:
    """Return the offsets at which test suites begin and end, with the fixture from there on."""
    around: list[str] = []
    found: list[tuple[int, str]] = []
    text = reader.text(root)
    begin, n_bytes = 0, root.start_byte
    for match in _SUITE.finditer(text):
        n_bytes += len(text[begin : match.start()].encode())
        begin = match.start()
        if match["end"]:
            del around[-1:]
        else:
            around.append(match["fixture"] or (around[-1] if around else ""))
        found.append((n_bytes, around[-1] if around else ""))
    return tuple(found)

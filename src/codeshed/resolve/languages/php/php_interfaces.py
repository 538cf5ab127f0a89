"""Builtin interfaces of PHP, with all their members."""

from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.language_rules import ImplicitBase
from codeshed.resolve.generic.types.library_types import Library

_INTERFACES = """
ArrayAccess: offsetExists offsetGet offsetSet offsetUnset
BackedEnum: cases from name tryFrom value
Countable: count
Iterator: current key next rewind valid
IteratorAggregate: getIterator
JsonSerializable: jsonSerialize
OuterIterator: current getInnerIterator key next rewind valid
RecursiveIterator: current getChildren hasChildren key next rewind valid
SeekableIterator: current key next rewind seek valid
Serializable: serialize unserialize
Stringable: __toString
Throwable: __toString getCode getFile getLine getMessage getPrevious getTrace getTraceAsString
Traversable:
UnitEnum: cases name
"""

PHP_INTERFACES = {
    name: frozenset(members.split())
    for name, _, members in (line.partition(":") for line in _INTERFACES.split("\n") if line)
}
"""Members by the interface's name."""

PHP_ROOTS = (
    ImplicitBase("BackedEnum", frozenset({"from", "tryFrom", "value"}), frozenset({TypeKind.ENUM})),
    ImplicitBase("UnitEnum", frozenset({"cases", "name"}), frozenset({TypeKind.ENUM})),
)
"""Interfaces that all enums implement."""

PHP_LIBRARY = Library("""
BackedEnum<E> ; from tryFrom = E
UnitEnum<E> ; cases = []<E>
""")

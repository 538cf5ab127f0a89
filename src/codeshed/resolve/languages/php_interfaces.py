"""Interfaces that PHP itself has, with all their members."""

_INTERFACES = """
ArrayAccess: offsetExists offsetGet offsetSet offsetUnset
BackedEnum: cases from tryFrom
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
UnitEnum: cases
"""

PHP_INTERFACES = {
    name: frozenset(members.split())
    for name, _, members in (line.partition(":") for line in _INTERFACES.split("\n") if line)
}
"""What these have, by their names."""

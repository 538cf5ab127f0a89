"""Containers: lists, tuples, sets, dicts and generators, with a node for each known key."""

from collections.abc import Callable

import msgspec

from codeshed.resolve.python.names.value_keys import NodeKey, ValueKey

Watcher = Callable[[object, int], None]
"""Called with the key and the node of an item."""

MAX_KEYS = 64
"""How many keys of a container are distinguished."""

_PREFIX_LENGTH = 2


_NO_ITEMS: dict[object, int] = {}


def _no_items() -> dict[object, int]:
    return _NO_ITEMS


class Container(msgspec.Struct):
    """A container, with a node for each known key.

    `rest` is the node of the items with unknown keys, `all_items` that of all items.
    """

    type_name: str
    key: ValueKey
    """Its key across files."""
    rest: int
    all_items: int = 0
    is_foreign: bool = False
    """Whether another file made it."""
    items: dict[object, int] = msgspec.field(default_factory=_no_items)
    """Nodes by key; empty containers share a dict that is never modified."""
    watchers: tuple[Watcher, ...] = ()
    keys: int = 0
    """The node that holds the keys, once another file uses the container; 0 before."""
    is_gathered: bool = False
    """Whether all items flow to `all_items`."""
    element_values: tuple[frozenset[int], ...] = ()
    """For a declared type, the values of its element types."""
    is_learning: bool = False
    """Whether keys that other files use are listened for."""

    def set_item(self, key: object, node: int) -> None:
        """Set the node of an item."""
        if self.items is _NO_ITEMS:
            self.items = {}
        self.items[key] = node


def part_key(container: ValueKey, part: str) -> NodeKey:
    """Return the key of a part of a container across files: `rest`, `keys` or an item's key as text."""
    kind, name, number, _ = container
    return (f"c{kind}", name, part, number)


def is_item(key: NodeKey) -> bool:
    """Whether a node is that of a container's item."""
    return key[0].startswith("c") and key[2] not in {"rest", "keys"}


def text_of_key(key: object) -> str:
    """Write the key of an item, a string or an int, as text."""
    return f"s:{key}" if isinstance(key, str) else f"i:{key}"


def key_of_text(text: str) -> object:
    """Read the key of an item as `text_of_key` writes it."""
    return text[_PREFIX_LENGTH:] if text.startswith("s:") else int(text[_PREFIX_LENGTH:])

"""Lists, tuples, sets, dicts and generators: what they hold under which keys."""

from collections.abc import Callable

import msgspec

from codeshed.resolve.python.names.value_keys import NodeKey, ValueKey

Watcher = Callable[[object, int], None]
"""Told the key and the node of an item."""

MAX_KEYS = 64
"""How many keys of a container are told apart."""

_N_MARK = 2


_NO_ITEMS: dict[object, int] = {}


def _nothing_known() -> dict[object, int]:
    return _NO_ITEMS


class Container(msgspec.Struct):
    """`rest` holds what is kept under unknown keys, `anything` all of it."""

    type_name: str
    key: ValueKey
    """What it is known by in other files."""
    rest: int
    anything: int = 0
    is_foreign: bool = False
    """Whether another file made it."""
    items: dict[object, int] = msgspec.field(default_factory=_nothing_known)
    """By key; the containers without any share a dict that is never changed."""
    watchers: tuple[Watcher, ...] = ()
    keys: int = 0
    """The node that holds the keys, once another file takes part; 0 before."""
    is_gathered: bool = False
    """Whether `anything` gets all that there is."""
    held: tuple[frozenset[int], ...] = ()
    """Of a declared type: the values of its parts."""
    is_learning: bool = False
    """Whether the keys that other files use are listened to."""

    def keep(self, key: object, node: int) -> None:
        """Let an item have a node."""
        if self.items is _NO_ITEMS:
            self.items = {}
        self.items[key] = node


def part_key(container: ValueKey, part: str) -> NodeKey:
    """Return what a part of a container is known by in other files: `rest`, `keys` or the text of a key."""
    kind, name, number, _ = container
    return (f"c{kind}", name, part, number)


def is_item(key: NodeKey) -> bool:
    """Whether a node is that of an item of a container."""
    return key[0].startswith("c") and key[2] not in {"rest", "keys"}


def text_of_key(key: object) -> str:
    """Write the key of an item: a text or a whole number."""
    return f"s:{key}" if isinstance(key, str) else f"i:{key}"


def key_of_text(text: str) -> object:
    """Read the key of an item as `text_of_key` writes it."""
    return text[_N_MARK:] if text.startswith("s:") else int(text[_N_MARK:])

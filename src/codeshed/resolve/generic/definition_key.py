"""The key of a definition in the symbol table."""

import msgspec


class DefinitionKey(msgspec.Struct, frozen=True):
    """A definition: the path of its file, and its index among the definitions of that file."""

    path: str
    number: int

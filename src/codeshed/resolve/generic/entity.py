"""What a program of other languages than Python is made of."""

import msgspec


class Entity(msgspec.Struct, frozen=True):
    """A definition of the program: the file that it stands in, and its number there."""

    path: str
    number: int

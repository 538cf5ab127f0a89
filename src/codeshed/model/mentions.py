"""Places that still name what is gone."""

import msgspec

MENTION_CONFIDENCE = 0.5
"""How sure it is that a line with the name of something that is gone means just that."""


class Mention(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A line with the name of a symbol that is gone, in a file that could mean it."""

    symbol: str
    file: str
    line: int

"""Files that a program wrote.

Turns: the text of a file → whether it says so.

The comment that a file begins with decides, in any language: `@generated`, or that it was generated and that one must
not edit it. Such a file is read all the same, since other code imports it.
"""

import re

_MAX_HEAD_BYTES = 4096
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HEAD = re.compile(rb"(?:[ \t]*(?:(?:#|//|/\*|\*|--|;|<!--)[^\n]*)?(?:\n|$))*")
_TAG = re.compile(rb"(?<![\w@])@generated\b", re.IGNORECASE)
_SAYS_GENERATED = re.compile(rb"generated\b", re.IGNORECASE)
_SAYS_HANDS_OFF = re.compile(rb"\bdo\s+not\s+(?:edit|modify)\b", re.IGNORECASE)


def is_generated(content: bytes) -> bool:
    """Whether a text in UTF-8 says that a program wrote it, in the comment that it begins with."""
    match = _HEAD.match(content[:_MAX_HEAD_BYTES].removeprefix(_BYTE_ORDER_MARK))
    head = b"" if match is None else match.group()
    says_so = _SAYS_GENERATED.search(head) is not None and _SAYS_HANDS_OFF.search(head) is not None
    return says_so or _TAG.search(head) is not None

"""JSON as tools write it for themselves: with comments and commas before closing brackets.

Turns: bytes of a manifest → an object; anything else is as if it were not there.
"""

import json
import re

MAX_MANIFEST_BYTES = 4_000_000

_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*"?)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMA = re.compile(r'("(?:\\.|[^"\\\n])*"?)|,(?=\s*[}\]])')


def read_object(content: bytes) -> dict[str, object]:
    """Return the object that a manifest holds, an empty one if it can't be read."""
    if len(content) > MAX_MANIFEST_BYTES:
        return {}
    try:
        found = load_lenient(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def load_lenient(content: bytes) -> object:
    """Return what a manifest holds; one that can't be read is a ValueError."""
    text = content.decode("utf-8-sig", "replace")
    try:
        return json.loads(text)
    except ValueError:
        return json.loads(_COMMA.sub(_kept, _COMMENT.sub(_kept, text)))


def _kept(match: re.Match[str]) -> str:
    return match.group(1) or ""


def texts(value: object) -> tuple[str, ...]:
    """Return a text, or the texts of a list."""
    if isinstance(value, str):
        return (value,)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def object_in(value: object, key: str) -> dict[str, object]:
    """Return the object at a key of another, an empty one if there is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}

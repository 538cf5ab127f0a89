"""JSON with comments and trailing commas, as tools write it.

Turns: bytes of a manifest → an object, empty if it is malformed.
"""

import json
import re

MAX_MANIFEST_BYTES = 4_000_000

_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*"?)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMA = re.compile(r'("(?:\\.|[^"\\\n])*"?)|,(?=\s*[}\]])')


def read_object(content: bytes) -> dict[str, object]:
    """Parse the object of a manifest; an empty one if it is malformed or too large."""
    if len(content) > MAX_MANIFEST_BYTES:
        return {}
    try:
        found = load_lenient(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def load_lenient(content: bytes) -> object:
    """Parse a manifest; raise ValueError if it is malformed."""
    text = content.decode("utf-8-sig", "replace")
    try:
        return json.loads(text)
    except ValueError:
        return json.loads(_COMMA.sub(_keep_string, _COMMENT.sub(_keep_string, text)))


def _keep_string(match: re.Match[str]) -> str:
    return match.group(1) or ""


def strings_of(value: object) -> tuple[str, ...]:
    """Return a string, or the strings of a list, as a tuple."""
    if isinstance(value, str):
        return (value,)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def get_object(value: object, key: str) -> dict[str, object]:
    """Return the object at a key of another; an empty one if there is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}

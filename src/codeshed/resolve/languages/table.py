"""The customs of languages other than Python, one line each."""

from codeshed.resolve.languages.spaces import Customs

CUSTOMS: dict[str, Customs] = {}

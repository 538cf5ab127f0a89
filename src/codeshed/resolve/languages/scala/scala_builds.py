"""Cross-builds of Scala.

Turns: two paths → whether their folders select different compiler versions, `scala-2.13` and `scala-3`, or
platforms, `js/src` and `jvm/src`.
"""

import re

_VERSIONS = ("2.11", "2.12", "2.13", "3")
_FOLDER = re.compile(
    r"(?:^|/)scala-(?P<first>[23](?:\.\d+)?)(?P<open>[+-]|\.x)?(?:-(?P<last>[23](?:\.\d+)?))?(?=/)"
)
_PLATFORM = re.compile(r"(?:^|/)\.?(?P<names>(?:js|jvm|native)(?:-(?:js|jvm|native))*)/src/")


def exclude_each_other(path: str, other: str) -> bool:
    """Whether no build includes both files, judging by their folders."""
    pairs = zip(_built_for(path), _built_for(other), strict=True)
    return any(one and another and one.isdisjoint(another) for one, another in pairs)


def _built_for(path: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the versions and platforms that a file's folders name, each empty if they name none."""
    version, platform = _FOLDER.search(path), _PLATFORM.search(path)
    platforms = frozenset() if platform is None else frozenset(platform["names"].split("-"))
    return frozenset() if version is None else _versions(version), platforms


def _versions(folder: re.Match[str]) -> frozenset[str]:
    """Return the versions of a folder: one, all of a series, those up to or from one, or a range."""
    first, last = folder["first"], folder["last"]
    named = [number for number, each in enumerate(_VERSIONS) if _begins_with(each, first)]
    if not named:
        return frozenset({first})
    begin, end = named[0], named[-1] + 1
    if folder["open"] == "+":
        end = len(_VERSIONS)
    elif folder["open"] == "-":
        begin = 0
    until = [number for number, each in enumerate(_VERSIONS) if last and _begins_with(each, last)]
    return frozenset(_VERSIONS[begin : max([end, *(number + 1 for number in until)])])


def _begins_with(version: str, written: str) -> bool:
    return version == written or version.startswith(f"{written}.")

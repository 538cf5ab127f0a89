"""Names: which test files are named after the changed files and symbols, and which words they share with the change.

Turns: ChangedCode + test files → columns by test file. A word counts more the fewer test files have it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import fsum

import numpy as np
import numpy.typing as npt

from codeshed.context.name_words import words_of
from codeshed.model.test_files import TestFile

Column = npt.NDArray[np.float64]

_AFFIX = re.compile(
    r"^(?:tests?|spec|it)[_\-.]|[_\-.](?:tests?|spec|it)$|^Tests?(?=[A-Z])|(?<=[a-z])(?:Tests?|IT|Spec)$",
    re.IGNORECASE,
)
_NO_STEMS = frozenset({"__init__", "index", "mod", "lib", "main", "init"})
"""Names of files that stand for their folder."""

_NOT_TELLING = frozenset(
    {"test", "spec", "src", "lib", "py", "js", "ts", "unit", "integration", "package", "main", "java"}
)
_SHORT = 3


def name_columns(
    changed: Sequence[str], names: Mapping[str, float], tests: Mapping[str, TestFile]
) -> dict[str, Column]:
    """Return how the names of test files and tests are like those of changed files and symbols."""
    paths = list(tests)
    words = [_path_words(path) for path in paths]
    rarity = _rarities(words)
    highest = max(rarity.values(), default=1.0)
    stems = [_stem(path) for path in paths]
    columns = {
        name: np.zeros(len(paths))
        for name in (
            "name_words",
            "name_words_back",
            "same_stem",
            "stem_within",
            "same_folder",
            "symbol_in_path",
            "symbol_in_tests",
        )
    }
    for path in changed:
        own, stem, folders = _path_words(path), _stem(path), path.split("/")[:-1]
        stem_words = words_of(stem)
        total = fsum(rarity.get(word, highest) for word in own) or 1.0
        for place, other in enumerate(words):
            shared = own & other
            if shared:
                common = fsum(rarity[word] for word in shared)
                _raise(columns["name_words"], place, common / total)
                _raise(
                    columns["name_words_back"], place, common / (fsum(rarity[word] for word in other) or 1.0)
                )
            if stem == stems[place]:
                _raise(columns["same_stem"], place, 1.0)
            elif stem_words and stem_words <= words_of(stems[place]):
                _raise(columns["stem_within"], place, 1.0)
            _raise(columns["same_folder"], place, _mirrored(folders, paths[place].split("/")[:-1]))
    symbol_words = {word for name in names for word in words_of(name) if len(word) > _SHORT}
    n_words = fsum(rarity.get(word, highest) for word in symbol_words) or 1.0
    plain = {name.replace("_", "").lower(): weight for name, weight in names.items() if len(name) > _SHORT}
    said = [_plain_names(each) for each in tests.values()]
    in_tests = {name: sum(name in text for text in said) for name in plain}
    for place, text in enumerate(said):
        columns["symbol_in_path"][place] = (
            fsum(rarity[word] for word in symbol_words & words[place]) / n_words
        )
        columns["symbol_in_tests"][place] = sum(
            weight * np.log(1 + len(paths) / in_tests[name])
            for name, weight in plain.items()
            if in_tests[name] and name in text
        )
    return columns


def word_columns(
    groups: Mapping[str, Mapping[str, float]], tests: Mapping[str, TestFile]
) -> dict[str, Column]:
    """Return, for each group of words, how much of its weight occurs in each test file, and the rarest word that does."""
    wanted = frozenset(word for group in groups.values() for word in group)
    found = [wanted.intersection(each.words.split(" ")) for each in tests.values()]
    n_with: dict[str, int] = {}
    for each in found:
        for word in each:
            n_with[word] = n_with.get(word, 0) + 1
    rarity = {word: float(np.log(1 + len(tests) / count)) for word, count in n_with.items()}
    columns: dict[str, Column] = {}
    for name, group in groups.items():
        total = fsum(weight * rarity.get(word, 0.0) for word, weight in group.items()) or 1.0
        share, rarest = np.zeros(len(tests)), np.zeros(len(tests))
        for place, each in enumerate(found):
            scores = [group[word] * rarity[word] for word in each if word in group]
            if scores:
                share[place], rarest[place] = fsum(scores) / total, max(scores)
        columns[f"{name}_words"], columns[f"{name}_rarest"] = share, rarest
    return columns


def stem_of_test(path: str) -> str:
    """Return what a test file is named after: `tests/test_cart.py` → `cart`."""
    return _stem(path)


def _plain_names(test_file: TestFile) -> str:
    return "\n".join(each.name.replace("_", "").replace(" ", "").lower() for each in test_file.tests)


def _raise(column: Column, place: int, value: float) -> None:
    column[place] = max(column[place], value)


def _rarities(words: Sequence[frozenset[str]]) -> dict[str, float]:
    n_with: dict[str, int] = {}
    for each in words:
        for word in each:
            n_with[word] = n_with.get(word, 0) + 1
    return {word: float(np.log(1 + len(words) / count)) for word, count in n_with.items()}


def _stem(path: str) -> str:
    folders, _, name = path.rpartition("/")
    stem = name.partition(".")[0] if not name.startswith(".") else name
    while (shorter := _AFFIX.sub("", stem)) not in {stem, ""}:
        stem = shorter
    if stem.lower() in _NO_STEMS or stem.lower() in {"test", "tests"}:
        outer = next(
            (
                each
                for each in reversed(folders.split("/"))
                if each not in {"", "test", "tests", "__tests__", "src"}
            ),
            "",
        )
        stem = outer or stem
    return stem.strip("_").lower().replace("-", "_")


def _path_words(path: str) -> frozenset[str]:
    stem = path.rpartition(".")[0] or path
    return words_of(stem.replace("/", " ")) - _NOT_TELLING


def _mirrored(folders: Iterable[str], others: Iterable[str]) -> float:
    """Return the share of folders that both paths have."""
    first, second = set(folders) - _NOT_TELLING, set(others) - _NOT_TELLING - {"tests", "__tests__"}
    return len(first & second) / len(first | second) if first or second else 1.0

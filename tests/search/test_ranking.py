"""What a query says, names and what commits tell, brings the right code first."""

import numpy as np

from codeshed.model.commit_history import Commit
from codeshed.search.commit_evidence import files_of_commits, find_churn, iter_groups, segment_of_commits
from codeshed.search.features import FILE_FEATURES, UNIT_FEATURES, traits_of_files
from codeshed.search.file_words import UnitSpan, words_of_file
from codeshed.search.query_text import read_query
from codeshed.search.ranking import Ranking, SearchCorpus, rank, read_weights
from codeshed.search.segment import make_segment
from codeshed.search.text_index import TextIndex, index_segments

_FILES = {
    "shop/cart.py": "def total(items):\n    return sum(items)\n\ndef clear(items):\n    items.clear()\n",
    "shop/money.py": "def convert(amount):\n    raise KeyError('unknown currency code')\n",
    "shop/mail.py": "def send(text):\n    return text\n",
    "tests/test_money.py": "def test_convert():\n    assert convert(1)\n",
}
_SPANS = {
    "shop/cart.py": (UnitSpan("total", 1, 2, is_function=True), UnitSpan("clear", 4, 5, is_function=True)),
    "shop/money.py": (UnitSpan("convert", 1, 2, is_function=True),),
    "shop/mail.py": (UnitSpan("send", 1, 2, is_function=True),),
    "tests/test_money.py": (UnitSpan("test_convert", 1, 2, is_function=True),),
}
_COMMITS = (
    Commit(id="b" * 40, time=2, message="Newsletter is delivered twice", n_paths=1, paths=("shop/mail.py",)),
    Commit(id="a" * 40, time=1, message="Add totals", n_paths=1, paths=("shop/cart.py",)),
)


def _index() -> TextIndex:
    return index_segments(
        [make_segment([words_of_file(path, "python", text, _SPANS[path]) for path, text in _FILES.items()])]
    )


def _corpus(commits: tuple[Commit, ...] = ()) -> SearchCorpus:
    index = _index()
    numbers = {path: number for number, path in enumerate(index.paths)}
    files = files_of_commits(commits, numbers)
    return SearchCorpus(
        index=index,
        traits=traits_of_files(index),
        commit_index=index_segments([segment_of_commits(group) for group in iter_groups(commits)]),
        commits={each.id: each for each in commits},
        files_by_commit=files,
        churn=find_churn(commits, files, index.n_files),
    )


def _best(text: str, commits: tuple[Commit, ...] = ()) -> tuple[str, str]:
    """Return the best file, and the best unit with its file."""
    corpus = _corpus(commits)
    ranking = rank(corpus, read_query(text))
    (file,) = ranking.best_files(np.ones(corpus.index.n_files, dtype=np.bool_), 1)
    units = ranking.best_units(np.ones(corpus.index.n_units, dtype=np.bool_), 1)
    unit = f"{corpus.index.path(units[0])}::{corpus.index.name(units[0])}" if units else ""
    return corpus.index.paths[file], unit


def test_words_find_a_function() -> None:
    assert _best("the total of items is wrong") == ("shop/cart.py", "shop/cart.py::total")


def test_a_message_finds_the_function_that_raises_it() -> None:
    assert _best('it says "unknown currency code"') == ("shop/money.py", "shop/money.py::convert")


def test_what_a_program_fills_into_a_message_does_not_count() -> None:
    corpus = _corpus()
    filled = rank(corpus, read_query('it says "unknown currency code: flurbo zorkmid"'))
    plain = rank(corpus, read_query('it says "unknown currency code"'))
    scores = filled.features.units["messages"]
    assert scores.tolist() == plain.features.units["messages"].tolist()
    assert scores.max() == 1.0


def test_a_frame_finds_its_function() -> None:
    text = 'it crashed\n  File "/x/shop/mail.py", line 2, in send\n  File "/usr/lib/python3/ssl.py", line 9, in wrap\n'
    assert _best(text) == ("shop/mail.py", "shop/mail.py::send")


def test_a_line_finds_its_function() -> None:
    assert _best("see shop/cart.py:5")[1] == "shop/cart.py::clear"


def test_a_named_line_counts_more_than_all_words() -> None:
    assert (
        _best("shop/mail.py:2 total clear items convert amount unknown currency code")[1]
        == "shop/mail.py::send"
    )


def test_commits_find_a_file_that_does_not_have_the_words() -> None:
    assert _best("newsletter", _COMMITS)[0] == "shop/mail.py"


def test_code_comes_before_its_tests() -> None:
    assert _best("convert") == ("shop/money.py", "shop/money.py::convert")


def test_nothing_is_found_for_unknown_words() -> None:
    corpus = _corpus(_COMMITS)
    ranking: Ranking = rank(corpus, read_query("xylophone"))
    assert not ranking.is_file_found.any()
    assert not ranking.is_unit_found.any()


def test_groups_of_commits_are_stable_when_new_ones_come() -> None:
    commits = tuple(
        Commit(id=f"{n * 2654435761 % 2**32:08x}" + "0" * 32, time=n, message="", n_paths=0, paths=())
        for n in range(12_000, 0, -1)
    )
    before, after = list(iter_groups(commits[10:])), list(iter_groups(commits))
    assert len(before) > 2
    assert after[: len(before) - 1] == before[:-1]
    assert sum(map(len, after)) == len(commits)


def test_every_feature_has_a_weight() -> None:
    weights = read_weights()
    assert weights.files.keys() == weights.files_without_history.keys() == {*FILE_FEATURES}
    assert weights.units.keys() == {*UNIT_FEATURES}

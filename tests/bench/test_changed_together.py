"""Functions that one commit changed, by the lines that it replaced."""

from pathlib import Path

from bench.context.changed_together import changed_together, replaced_lines
from bench.context.commits import SHARES, measure
from codeshed.context.context_tasks import Task
from tests.support.repositories import Repository

BEFORE = """def total(prices):
    return sum(prices)


def average(prices):
    return total(prices) / len(prices)


def unrelated(text):
    return text
"""


def test_the_old_lines_of_a_diff() -> None:
    diff = """--- a/shop.py
+++ b/shop.py
@@ -2 +2 @@ def total
@@ -6,2 +6,0 @@ def average
@@ -9,0 +8,3 @@ def behind
--- /dev/null
+++ b/new.py
@@ -0,0 +1,2 @@
"""
    # What was put behind line 9 is within what has both line 9 and line 10.
    assert replaced_lines(diff) == {"shop.py": [(2, 2), (6, 7), (10, 9)]}


def test_a_commit_is_seen_as_the_code_was_before(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit(shop_py=BEFORE)
    changed = BEFORE.replace("sum(prices)", "sum(prices, 0)").replace("len(prices)", "max(1, len(prices))")
    commit = repository.commit(shop_py=changed)
    repository.commit(shop_py=changed.replace("return text", "return str(text)"))
    (found,) = changed_together(tmp_path / "shop", 5, seed=1)
    assert found.commit == commit
    assert found.symbols == ("shop.py::average", "shop.py::total")
    assert "sum(prices)" in (found.sources.read("shop.py") or "")
    shares = dict(zip(SHARES, measure([found], Task.EDIT)[0].tolist(), strict=True))
    assert (shares["same file"], shares["held 2000"], shares["whole 2000"]) == (1.0, 1.0, 1.0)

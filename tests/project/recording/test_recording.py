"""What a command runs is recorded by test, joined to the graph, and dropped when it no longer holds."""

import sys
from pathlib import Path

import pytest

from codeshed.api.project import Project, open_project
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.project.recording import recorded_run
from tests.support.trees import make_tree

SHOP = """
codeshed.toml: types = "off"
cart.py: class Cart: ;     def total(self): ;         return 1 ;     def empty(self): ;         return [] ;
shop.py: def run(cart): ;     return apply(cart.total) ; def apply(function): ;     return function() ; def each(cart): ;     yield cart.total() ;
test_shop.py: import unittest ; import cart, shop ; class TestShop(unittest.TestCase): ;     def setUp(self): ;         self.cart = cart.Cart() ;     def test_run(self): ;         shop.run(self.cart) ;     def test_each(self): ;         self.assertEqual([1], list(shop.each(self.cart))) ; if __name__ == "__main__": ;     unittest.main()
"""
PYTHON = (sys.executable, "-B")
TESTS = (*PYTHON, "test_shop.py")


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    make_tree(tmp_path, SHOP)
    return tmp_path


def observed(root: Path, *, is_all: bool = False) -> set[str]:
    """Return the calls that only a recording knows, or all of them."""
    with open_project(root, refresh="always", observed="on") as project:
        return {
            f"{edge.source} -> {edge.target} {[site.span.start_line for site in edge.sites if site.span]}"
            for edge in project.code_graph().iter_edges()
            if edge.kind is EdgeKind.CALL and (is_all or edge.provenance is ProvenanceCode.OBSERVED)
        }


def record(root: Path, *command: str, add: bool = False) -> Project:
    project = open_project(root)
    project.record(*command, add=add, is_stdout_ours=True)
    return project


def edit(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text()
    assert old in text
    (root / path).write_text(text.replace(old, new, 1))


def test_calls_become_edges_by_test(shop: Path) -> None:
    report = open_project(shop).record(*TESTS, is_stdout_ours=True)
    assert (report.exit_code, report.n_tests, report.n_changed_files, report.truncation) == (0, 2, 0, ())
    assert "shop.py::apply -> cart.py::Cart.total [4]" in observed(shop)
    tests = open_project(shop).recorded_tests()
    assert tests.tests_of("shop.py::apply") == ("test_shop.py::TestShop::test_run",)
    assert tests.tests_of("cart.py::Cart.total") == (
        "test_shop.py::TestShop::test_each",
        "test_shop.py::TestShop::test_run",
    )
    assert tests.tests_of("cart.py::Cart.empty") == ()


def test_a_generator_is_called_where_its_name_stands(shop: Path) -> None:
    record(shop, *TESTS)
    assert any(
        each.startswith("test_shop.py::TestShop.test_each -> shop.py::each")
        for each in observed(shop, is_all=True)
    )


def test_without_recorded_calls_an_answer_is_as_before(shop: Path) -> None:
    with open_project(shop) as project:
        before = project.callers("Cart.total").to_format("json")
    record(shop, *TESTS)
    with open_project(shop) as project:
        with_calls = project.callers("Cart.total")
    assert with_calls.basis.index.recording
    assert with_calls.basis.index.n_observed_calls > 0
    assert "observed" in {each.provenance for each in with_calls.neighbours}
    with open_project(shop, observed="off") as project:
        assert project.callers("Cart.total").to_format("json") == before


def test_a_function_that_moved_keeps_its_calls_and_one_that_changed_loses_them(shop: Path) -> None:
    record(shop, *TESTS)
    edit(shop, "shop.py", "def run", "# a comment\n\ndef run")
    assert "shop.py::apply -> cart.py::Cart.total [6]" in observed(shop)
    edit(shop, "shop.py", "return function()", "return function(  )")
    assert not {each for each in observed(shop) if each.startswith("shop.py::apply")}
    with open_project(shop) as project:
        assert project.recording().n_changed_functions == 1
        # Which tests ran it before is what the selection of tests asks.
        assert project.recorded_tests().tests_of("shop.py::apply")


def test_a_callee_that_changed_is_still_called_and_one_that_is_gone_is_not(shop: Path) -> None:
    record(shop, *TESTS)
    edit(shop, "cart.py", "return 1", "return 2")
    assert any(each.startswith("shop.py::apply -> cart.py::Cart.total") for each in observed(shop))
    edit(shop, "cart.py", "def total", "def sum")
    assert not observed(shop)


def test_a_later_recording_replaces_the_one_before_unless_it_is_added(shop: Path) -> None:
    make_tree(shop, "again.py: import cart, shop ; shop.apply(cart.Cart().empty)")
    record(shop, *TESTS)
    first = observed(shop)
    record(shop, *PYTHON, "again.py", add=True)
    assert observed(shop) == first | {"shop.py::apply -> cart.py::Cart.empty [4]"}
    with open_project(shop) as project:
        assert project.recording().n_tests == 2
    record(shop, *PYTHON, "again.py")
    assert observed(shop) == {"shop.py::apply -> cart.py::Cart.empty [4]"}


def test_what_was_added_to_is_checked_against_the_files_as_they_are(shop: Path) -> None:
    make_tree(shop, "again.py: import cart, shop ; shop.run(cart.Cart())")
    record(shop, *TESTS)
    edit(shop, "shop.py", "yield cart.total()", "yield cart.total() + 0")
    record(shop, *PYTHON, "again.py", add=True)
    with open_project(shop) as project:
        assert project.recorded_tests().tests_of("shop.py::each") == ()
        assert project.recorded_tests().tests_of("shop.py::apply") == ("test_shop.py::TestShop::test_run",)
        assert project.recording().n_changed_functions == 0


def test_threads_and_processes_of_the_command_are_recorded(shop: Path) -> None:
    make_tree(
        shop,
        "thread.py: import threading, cart, shop ; thread = threading.Thread(target=lambda: shop.apply(cart.Cart().empty)) ; thread.start() ; thread.join()"
        "\nouter.py: import subprocess, sys ; subprocess.run([sys.executable, '-B', 'thread.py'], check=True)",
    )
    with open_project(shop) as project:
        report = project.record(*PYTHON, "outer.py", is_stdout_ours=True)
    assert report.n_processes == 2
    assert "shop.py::apply -> cart.py::Cart.empty [4]" in observed(shop)


def test_a_copy_of_a_file_is_known_by_its_content(
    shop: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A package is often installed when its tests run."""
    installed = tmp_path_factory.mktemp("installed") / "cart.py"
    installed.write_bytes((shop / "cart.py").read_bytes())
    (installed.parent / "shop.py").write_text("def apply(function):\n    return 1\n")
    make_tree(
        shop,
        f"again.py: import sys ; sys.path[:] = [{str(installed.parent)!r}] + sys.path ; import cart, shop ; cart.Cart().empty() ; shop.apply(1)",
    )
    with open_project(shop) as project:
        assert project.record(*PYTHON, "again.py", is_stdout_ours=True).n_functions == 1
        assert project.recording().n_calls == 1


def test_a_file_that_changed_before_it_ran_is_left_out(shop: Path) -> None:
    make_tree(
        shop,
        "again.py: text = open('shop.py').read() ; _ = open('shop.py', 'w').write('#' + chr(10) + text) ; import cart, shop ; shop.apply(cart.Cart().empty)",
    )
    with open_project(shop) as project:
        report = project.record(*PYTHON, "again.py", is_stdout_ours=True)
    assert (report.n_changed_files, report.n_calls) == (1, 0)


def test_a_sitecustomize_of_the_user_still_runs(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(
        shop,
        "own/sitecustomize.py: import os ; os.environ['OWN'] = 'yes'\nagain.py: import os ; assert os.environ['OWN'] == 'yes' ; assert __import__('sitecustomize').__file__.endswith('own/sitecustomize.py')",
    )
    monkeypatch.setenv("PYTHONPATH", str(shop / "own"))
    with open_project(shop) as project:
        assert project.record(*PYTHON, "again.py", is_stdout_ours=True).exit_code == 0


def test_what_is_beyond_the_caps_is_counted(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_run, "MAX_RECORDED_CALLS", 3)
    with open_project(shop) as project:
        (record_of_cut,) = project.record(*TESTS, is_stdout_ours=True).truncation
    assert (record_of_cut.scope, record_of_cut.cap) == ("recording", "maxRecordedCalls")
    assert (record_of_cut.omitted or 0) > 0


def test_tests_of_pytest_have_their_node_ids_from_the_root(shop: Path) -> None:
    make_tree(
        shop,
        "inner/pytest.ini: [pytest]\ninner/test_more.py: import pytest, sys ; sys.path.insert(0, '.') ; import cart, shop ; @pytest.fixture ; def full(): ;     return cart.Cart() ; @pytest.mark.parametrize('n', [1, 2]) ; def test_total(full, n): ;     assert shop.run(full) == 1",
    )
    command = (
        *PYTHON,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-W",
        "error",
        "inner",
    )
    with open_project(shop) as project:
        assert project.record(*command, is_stdout_ours=True).exit_code == 0
        both = ("inner/test_more.py::test_total[1]", "inner/test_more.py::test_total[2]")
        assert project.recorded_tests().tests_of("shop.py::run") == both
        assert project.recorded_tests().tests_of("inner/test_more.py::full") == both


def test_a_damaged_recording_is_left_out_with_a_warning(shop: Path) -> None:
    record(shop, *TESTS)
    with open_project(shop) as project:
        path = Path(project.recording().index_dir) / "recording"
    content = path.read_bytes()
    path.write_bytes(content[:-40] + bytes(40))
    assert observed(shop)  # the tests are damaged, not the calls
    path.write_bytes(content[:60] + bytes(len(content) - 60))
    with open_project(shop) as project:
        assert "RECORDING_UNREADABLE" in {each.code for each in project.callers("Cart.total").warnings}
    record(shop, *TESTS)
    assert observed(shop)


def test_an_index_that_is_built_again_keeps_its_recording(shop: Path) -> None:
    record(shop, *TESTS)
    before = observed(shop)
    with open_project(shop) as project:
        (Path(project.recording().index_dir) / "CURRENT").unlink()
    assert observed(shop) == before


def suggested(root: Path, *, observed: str = "on") -> dict[str, list[str]]:
    """Return the evidence that is seen at run time, and the best test, of the tests for what is not committed."""
    with open_project(root, refresh="always", observed=observed) as project:
        report = project.tests("shop.py::apply").document
    return {
        "evidence": [
            each.message for one in report.suggestions for each in one.evidence if each.kind == "observed"
        ],
        "best": [one.tests[0].node_id for one in report.suggestions],
        "warnings": [each.code for each in report.warnings if each.code.startswith("RECORDING")],
    }


def test_the_recorded_test_of_a_changed_function_comes_first(shop: Path) -> None:
    record(shop, *TESTS)
    assert suggested(shop) == {
        "evidence": ["ran 1 of 1 changed function when recorded (recorded outside of git)"],
        "best": ["test_shop.py::TestShop::test_run"],
        "warnings": ["RECORDING_USED"],
    }
    assert suggested(shop, observed="off")["evidence"] == []
    edit(shop, "shop.py", "return function()", "return function(),")
    assert len(suggested(shop)["evidence"]) == 1


def test_what_a_changed_test_ran_is_no_evidence(shop: Path) -> None:
    record(shop, *TESTS)
    edit(shop, "test_shop.py", "shop.run(self.cart)", "shop.run(self.cart);")
    found = suggested(shop)
    assert found["evidence"] == []
    assert found["warnings"] == ["RECORDING_USED", "RECORDING_OUTDATED"]


def test_a_function_that_a_recorded_test_ran_is_tested(shop: Path) -> None:
    edit(shop, "shop.py", "return apply(cart.total)", "return globals()['apply'](cart.total)")
    with open_project(shop) as project:
        names = [each.node.name for each in project.untested().document.untested]
    assert "apply" in names
    record(shop, *TESTS)
    with open_project(shop) as project:
        assert [each.node.name for each in project.untested().document.untested] == ["empty"]

"""Functions that nothing reaches, and what speaks for their use."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.model.languages.pytest_names import TestNames
from codeshed.model.name_mentions import KnownOccurrences, Mention, MentionKind
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.unused.unused import UnusedReportV1, UnusedRequest, unused
from codeshed.render.unused_text import unused_text
from tests.support.notation import project

CODE = project(
    """
    #- pack/__init__.py
        import offered
    #- pack/a.py
        call _at_import
    def offered()
        call _behind
    def public()
        call _of_public
    def _at_import()
    def _behind()
    def _of_public()
    def _dead()
        call _only_by_dead
    def _only_by_dead()
    def _guessed()
    def _mentioned()
        call _of_mentioned
    def _of_mentioned()
    def _marked()
        decorate register
    def _imported()
    def register(f)
    class Box
    def Box.__len__(self)
        call Box._size
    def Box._size(self)
    def Box._gone(self)
    class Outer(Foreign)
    def Outer._called_by_foreign(self)
    class Base
    def Base._step(self)
    def Base.go(self)
        call Base._step
    class Mixin
    def Mixin._step(self)
    class Both(Mixin, Base)
    #- pack/b.py
        import _imported
    def caller()
        call _guessed @0.2 heuristic
    #- external
    class Foreign
    """
).graph()


def ask(
    graph: CodeGraph,
    mentions: Mapping[str, tuple[Mention, ...]] = {},
    *,
    include_public: bool = False,
    **caps: int,
) -> UnusedReportV1:
    def find_mentions(known: Mapping[str, KnownOccurrences]) -> dict[str, tuple[Mention, ...]]:
        return {name: mentions[name] for name in known if name in mentions}

    def is_public(symbol: str) -> bool:
        return not any(part.startswith("_") for part in symbol.partition("::")[2].split("."))

    request = UnusedRequest(caps=caps_of("wide", CapSettings(**caps)), include_public=include_public)
    return unused(graph, request, find_mentions=find_mentions, is_public=is_public)


def named(report: UnusedReportV1, verdict: str) -> dict[str, str]:
    """Return the functions of a verdict with what speaks most for their use."""
    return {
        each.node.label or "": each.doubts[0].code if each.doubts else ""
        for each in report.functions
        if each.verdict == verdict
    }


MENTIONS = {"_mentioned": (Mention(file="pack/b.py", line=9, kind=MentionKind.STRING),)}


def test_what_nothing_reaches() -> None:
    report = ask(CODE, MENTIONS)
    assert named(report, "unused") == {"_dead": "", "_only_by_dead": "", "Box._gone": ""}
    by_name = {each.node.label: each for each in report.functions}
    assert [each.symbol_id for each in by_name["_only_by_dead"].used_by] == ["pack/a.py::_dead"]  # type: ignore[union-attr] # a function is a symbol
    assert (report.counts.unused, report.counts.public) == (3, 4)


def test_what_is_perhaps_used() -> None:
    assert named(ask(CODE, MENTIONS), "perhaps") == {
        "_mentioned": "MENTIONED_IN_STRING",
        "_of_mentioned": "USED_BY_DOUBTFUL",
        "_marked": "DECORATED",
        "_imported": "IMPORTED",
        "_guessed": "CANDIDATE",
        "Outer._called_by_foreign": "EXTERNAL_BASE",
        "Mixin._step": "MIXED_IN",
    }


def test_a_mention_within_the_function_itself_is_none() -> None:
    line = next(each.node.line for each in ask(CODE).functions if each.node.label == "_dead")
    assert line is not None
    own = {"_dead": (Mention(file="pack/a.py", line=line, kind=MentionKind.STRING),)}
    assert "_dead" in named(ask(CODE, own), "unused")


def test_public_names_count_as_used_unless_asked_for() -> None:
    report = ask(CODE, MENTIONS, include_public=True)
    assert named(report, "unused_here").keys() == {"public", "_of_public", "caller", "_guessed", "Base.go"}
    assert named(report, "unused").keys() == {"_dead", "_only_by_dead", "Box._gone"}
    assert (report.counts.unused, report.counts.unused_here) == (3, 5)
    by_name = {each.node.label: each for each in report.functions}
    assert by_name["public"].confidence < by_name["_dead"].confidence
    assert "offered" not in by_name


@pytest.mark.parametrize("max_nodes", [1, 2, 7])
def test_a_cap_shortens_the_list_and_not_what_is_reached(max_nodes: int) -> None:
    whole, cut = ask(CODE, MENTIONS), ask(CODE, MENTIONS, max_nodes=max_nodes)
    assert cut.functions == whole.functions[:max_nodes]
    assert cut.counts == whole.counts
    assert [(each.cap, each.omitted) for each in cut.truncation] == [("maxNodes", 10 - max_nodes)]
    assert cut.basis.kind == "lower-bound"


def test_whatever_the_work_nothing_that_is_used_is_listed() -> None:
    whole = ask(CODE, MENTIONS)
    n_units = whole.counts.work_units_used
    for max_units in range(1, n_units):
        report = ask(CODE, MENTIONS, max_work_units=max_units)
        assert (report.is_unfinished, report.functions) == (True, ())
        assert (report.counts.unused, report.counts.perhaps, report.counts.public) == (0, 0, 0)
        assert [each.cap for each in report.truncation] == ["maxWorkUnits"]
        assert report.basis.kind == "lower-bound"
    assert ask(CODE, MENTIONS, max_work_units=n_units).functions == whole.functions


def test_work_that_ran_out_is_told_to_people() -> None:
    text = unused_text(ask(CODE, MENTIONS, max_work_units=5))
    assert text.startswith("which of 21 functions are unused is not known: the work budget ran out")
    assert "a higher maxWorkUnits follows them" in text
    assert "has a trace" not in text


@pytest.mark.parametrize("n_dead", [1, 2, 30])
def test_all_shows_every_function(n_dead: int) -> None:
    code = "\n".join(f"#- pack/m{i}.py\ndef _dead{i}()" for i in range(n_dead))
    text = unused_text(ask(project(code).graph()), show_all=True)
    assert [f"_dead{i}  0.8" in text for i in range(n_dead)] == [True] * n_dead
    assert "--all shows them" not in text


def test_a_section_of_one_function_shows_it() -> None:
    report = ask(CODE, {**MENTIONS, "_dead": MENTIONS["_mentioned"]})
    assert len(named(report, "unused")) == 1
    for show_all in (False, True):
        text = unused_text(report, show_all=show_all)
        assert "  Box._gone  0.8" in text
        assert "… 1 more function" not in text


def test_confidences_and_order() -> None:
    report = ask(CODE, MENTIONS, include_public=True)
    assert all(0 <= each.confidence <= 1 for each in report.functions)
    verdicts = [each.verdict for each in report.functions]
    assert verdicts == sorted(verdicts, key=("unused", "unused_here", "perhaps").index)
    assert report == ask(CODE, MENTIONS, include_public=True)


def test_a_guess_makes_a_public_name_no_less_public() -> None:
    code = project(
        """
        #- pack/a.py
            call start
        def start()
            call go @0.2 heuristic
        def go()
            call _helper
        def _helper()
        """
    ).graph()
    assert not ask(code).functions
    assert named(ask(code, include_public=True), "perhaps") == {
        "go": "CANDIDATE",
        "_helper": "USED_BY_DOUBTFUL",
    }


def test_methods_of_test_files_are_tests_by_their_names() -> None:
    code = project(
        """
        #- tests/test_a.py
        class ThingTest
        def ThingTest.test_a(self)
            call _help
        def ThingTest._other(self)
        def _help()
        #- tests/helping.py
        class Thing
        def Thing.test_a(self)
        """
    ).graph()
    report = ask(code)
    assert report.counts.roots["test"] == 1
    assert {each.node.label for each in report.functions} == {"ThingTest._other", "Thing.test_a"}


def test_methods_that_a_base_outside_may_call_make_it_a_lower_bound() -> None:
    causes = {each.code: each.count for each in ask(CODE, MENTIONS).basis.causes}
    assert causes["called_from_outside"] == 1


CHECKS = project(
    """
    #- checks/check_a.py
    def it_works()
        call _used
    def _used()
    def _helper()
    class CartSpec
    def CartSpec.it_adds(self)
    class _Other
    def _Other.it_is_none(self)
    #- checks/plain.py
    def _it_is_elsewhere()
    """
).graph()


def test_what_pytest_is_told_are_tests() -> None:
    names = TestNames(files=("check_*.py",), classes=("*Spec",), functions=("it_",))
    request = UnusedRequest(caps=caps_of("wide"), include_public=True)
    usual = unused(CHECKS, request)
    told = unused(CHECKS, UnusedRequest(caps=caps_of("wide"), include_public=True, test_names=names))
    assert [each.node.label for each in usual.functions if "it_works" in (each.node.label or "")] == [
        "it_works"
    ]
    assert [each.node.label for each in told.functions] == [
        "_helper",
        "_Other.it_is_none",
        "_it_is_elsewhere",
    ]
    assert told.counts.roots["test"] == 2


HANDED = project(
    """
    #- pack/a.py
        call start
    def start()
        call Lock
        call Cart
        call Cart.add
    class Lock
    def Lock.acquire(self)
    def Lock._own(self)
    class Cart
    def Cart.add(self)
    def Cart.drop(self)
    def Cart.__total(self)
    """
).graph()


def test_what_gets_an_object_may_call_its_methods() -> None:
    report = ask(HANDED, include_public=True)
    assert named(report, "perhaps") == {"Lock.acquire": "HANDED_OVER"}
    assert named(report, "unused").keys() == {"Lock._own", "Cart.__total"}
    assert named(report, "unused_here").keys() == {"Cart.drop"}


@pytest.mark.parametrize("kind", [MentionKind.DECORATED, MentionKind.STRING])
def test_a_class_that_is_known_elsewhere_may_be_asked_for_its_methods(kind: MentionKind) -> None:
    row = HANDED.find_row("pack/a.py::Cart")
    assert row is not None
    line = int(HANDED.nodes.spans[row][0])
    report = ask(HANDED, {"Cart": (Mention(file="pack/a.py", line=line, kind=kind),)}, include_public=True)
    assert named(report, "perhaps") == {"Lock.acquire": "HANDED_OVER", "Cart.drop": "CLASS_NAMED"}


def test_a_private_method_is_named_with_its_class_elsewhere() -> None:
    found = {"_Cart__total": (Mention(file="pack/a.py", line=1, kind=MentionKind.MEMBER),)}
    assert named(ask(HANDED, found), "perhaps")["Cart.__total"] == "MENTIONED_AS_MEMBER"


def test_what_only_code_that_is_never_listed_uses_is_perhaps_used() -> None:
    code = project(
        """
        #- pack/a.ts
        class _Cart
        def _Cart.sum(this) [abstract]
            call _total
        def _total()
        """
    ).graph()
    assert named(ask(code), "perhaps") == {"_total": "USED_BY_DOUBTFUL"}


def test_installers_call_a_build_backend_by_name() -> None:
    code = project(
        "#- backend.py\ndef build_wheel()\ndef get_requires_for_build_sdist()\ndef build_wheels()"
    ).graph()
    assert named(ask(code, include_public=True), "unused_here").keys() == {"build_wheels"}


def test_pytest_calls_its_hooks_by_name_in_test_files_too() -> None:
    code = project(
        """
        #- tests/test_a.py
        def pytest_generate_tests(metafunc)
            call _cases
        def _cases()
        def helper()
        """
    ).graph()
    assert named(ask(code), "unused").keys() == {"helper"}


def test_public_names_of_tests_are_for_nobody_else() -> None:
    code = project("#- tests/tools.py\ndef helper()\n#- pack/a.py\ndef helped()").graph()
    report = ask(code, include_public=True)
    assert named(report, "unused").keys() == {"helper"}
    assert named(report, "unused_here").keys() == {"helped"}
    text = unused_text(report)
    assert "1 more is unused in this repository, but public: others may use it" in text
    assert "UNUSED HERE  public names that nothing in this repository uses; others may" in text


def test_a_declaration_is_no_unused_function() -> None:
    code = project("#- cart.h\ndef total()\n#- cart.c\ndef sum()").graph()
    request = UnusedRequest(caps=caps_of("wide"), include_public=True)
    report = unused(code, request, has_body=lambda symbol: not symbol.startswith("cart.h"))
    assert [each.node.label for each in report.functions] == ["sum"]


@pytest.mark.parametrize(
    ("files", "doubted"),
    [
        ("#- a.c\ndef _scan()\ndef _scan#2()", {"_scan": "ALTERNATIVE", "_scan#2": "ALTERNATIVE"}),
        ("#- fs/a_linux.go\ndef _scan()\n#- fs/a_windows.go\ndef _scan()", {"_scan": "ALTERNATIVE"}),
        ("#- fs/a.go\ndef _scan()\n#- db/a.go\ndef _scan()", {}),
        ("#- a.java\nclass _A\ndef _A._scan()\ndef _A._scan#2()", {}),
    ],
    ids=["ifdef", "build tags", "packages", "overloads"],
)
def test_one_of_several_definitions_of_a_name(files: str, doubted: dict[str, str]) -> None:
    assert named(ask(project(files).graph()), "perhaps") == doubted


def test_functions_that_several_modules_have_may_be_called_by_convention() -> None:
    files = "\n".join(f"#- plugins/{each}.py\ndef _register()" for each in "abc")
    assert named(ask(project(files).graph()), "perhaps") == {"_register": "SHARED_NAME"}
    two = project("#- a.py\ndef _register()\n#- b.py\ndef _register()").graph()
    assert named(ask(two), "perhaps") == {}


@pytest.mark.parametrize(("provenance", "doubted"), [("inferred", ["SHARED_NAME"]), ("typed", [])])
def test_a_call_that_is_only_inferred_may_run_the_other_method_of_its_name(
    provenance: str, doubted: list[str]
) -> None:
    code = project(
        f"""
        #- a.py
            call run
        def run()
            call Old._step @0.8 {provenance}
        class Old
        def Old._step(self)
        class New
        def New._step(self)
        """
    ).graph()
    (entry,) = ask(code).functions
    assert (entry.node.label, [each.code for each in entry.doubts]) == ("New._step", doubted)


def test_methods_of_go_may_serve_interfaces_of_other_packages() -> None:
    code = project(
        """
        #- ui/user.go
            call start
        def start()
            use User
        class User
        def User.WebName(this)
        def User.unexported(this)
        """
    ).graph()
    report = ask(code, include_public=True)
    assert named(report, "perhaps") == {"User.WebName": "HANDED_OVER"}


def test_a_public_method_of_a_private_class_may_be_used_by_others() -> None:
    code = project("#- a.py\nclass _Base\ndef _Base.total(self)\ndef _Base._sum(self)").graph()
    report = ask(code)
    assert named(report, "unused_here").keys() == {"_Base.total"}
    assert named(report, "unused").keys() == {"_Base._sum"}


def test_an_alias_in_the_body_of_a_class_calls_none_of_its_methods(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "class Table:\n    def open(self):\n        pass\n\n    def stop(self):\n        pass\n\n    close = stop\n\n\n"
        "class Source:\n    def create(self):\n        return Table()\n\n\nregister(Source())\n"
    )
    report = ask(index_repository(tmp_path, types="off"), include_public=True)
    assert named(report, "perhaps")["Table.open"] == "HANDED_OVER"

"""Names that code puts together of a constant part and others."""

from pathlib import Path

import pytest

from codeshed.model.name_mentions import KnownOccurrences, Mention, MentionKind
from codeshed.project.computed_names import find_computed_names
from codeshed.project.mention_search import MentionSearch


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('f"visit_{kind}"', [("visit_", "")]),
        ('f"{kind}_handler"', [("", "_handler")]),
        ('f"get_{field}_display"', [("get_", "_display")]),
        ('f"{self.module}.on_{event}"', []),
        ('f"shop.rules.on_{event}"', [("on_", "")]),
        ('"visit_%s" % kind', [("visit_", "")]),
        ('"visit_%(kind)s"', [("visit_", "")]),
        ('"visit_{}".format(kind)', [("visit_", "")]),
        ("`visit${kind}`", [("visit", "")]),
        ('send("visit_#{kind}")', [("visit_", "")]),
        ('"visit_" + kind', [("visit_", "")]),
        ('kind + "Handler"', [("", "Handler")]),
        ("'visit_' . $kind", [("visit_", "")]),
        ('"visit_" .. kind', [("visit_", "")]),
        ("#define VISIT(kind) visit_ ## kind", [("visit_", "")]),
        ('f"visit {kind}"', []),
        ('f"visit_{kind} of {other}"', []),
        ('"visit_" + "x y"', [("visit_", "")]),
        ('f"a{kind}"', []),
        ('x += "visit"', []),
        ('["a", "visit"]', []),
    ],
)
def test_what_is_constant_of_a_name(text: str, parts: list[tuple[str, str]]) -> None:
    assert [(each.prefix, each.suffix) for each in find_computed_names(text.encode())] == parts


def test_functions_that_a_computed_name_may_mean(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('\nrun = getattr(form, f"clean_{name}")\n')
    names = ("clean_age", "cleaned", "unclean_age")
    found = MentionSearch(tmp_path, ("a.py",))({each: KnownOccurrences() for each in names})
    assert found == {"clean_age": (Mention(file="a.py", line=2, kind=MentionKind.COMPUTED),)}


def test_a_part_ends_where_a_word_of_the_name_does(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("run(kind + 'Handler')\n")
    names = ("cartHandler", "mishandler")
    found = MentionSearch(tmp_path, ("a.js",))({each: KnownOccurrences() for each in names})
    assert sorted(found) == ["cartHandler"]

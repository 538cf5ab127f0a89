"""What imports, exports and overriding methods that differ reach, as people ask for it."""

import json
from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.surface.cli import run

OPTIONS = ("--types", "off", "--quiet", "--format", "json")


def reached(root: Path, *options: str) -> dict[str, tuple[int, float]]:
    """Return what a difference reaches, with how far and how sure that is."""
    outcome = run("impact", "--diff", "HEAD", *options, *OPTIONS, cwd=root)
    assert outcome.code == 0, outcome.err
    return {
        each["ref"].get("symbolId") or each["ref"]["path"]: (each["distance"], each["confidence"])
        for each in json.loads(outcome.out)["impacted"]
    }


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "shop")
    for folder in ("a", "b", "c", "d"):
        (made.root / folder).mkdir()
        (made.root / folder / "__init__.py").touch()
    made.write(
        a__core_py="def tax(x):\n    return x\n",
        a__alt_py="def tax(x):\n    return 0\n",
        b__use_py="from a.core import tax\n\n\ndef checkout():\n    return tax(1)\n",
        c__mid_py="from b.use import checkout\n\n\ndef mid():\n    return checkout()\n",
        d__top_py="from c.mid import mid\n\n\ndef test_top():\n    assert mid()\n",
        d__rates_py="from b.use import tax\n\nRATE = tax(1)\n\n\nclass Taxed(tax):\n    pass\n\n\ndef rated():\n    return RATE\n",
        d__past_py=(
            "import b.use\nfrom b.use import tax as duty\n\n\ndef past():\n    return duty(1)\n\n\n"
            "def behind():\n    return b.use.tax(1)\n\n\ndef other():\n    return 1\n"
        ),
        _gitignore=".codeshed/\n",
    )
    made.commit()
    return made


def test_a_changed_import_reaches_who_uses_the_name(shop: Repository) -> None:
    use = shop.root / "b" / "use.py"
    use.write_text(use.read_text(encoding="utf-8").replace("a.core", "a.alt"), encoding="utf-8")
    found = reached(shop.root)
    assert found["c/mid.py::mid"] == (1, 1.0)
    assert found["d/top.py::test_top"] == (2, 1.0)
    # What the file passes on stands for something else to those that import it from there.
    assert found["d/past.py::past"] == found["d/past.py::behind"] == (1, 0.9)
    assert "d/past.py::other" not in found
    assert found["d/rates.py::RATE"] == found["d/rates.py::Taxed"] == (1, 0.9)
    assert found["d/rates.py::rated"] == (2, 0.9)
    outcome = run("affected", "--diff", "HEAD", *OPTIONS, cwd=shop.root)
    document = json.loads(outcome.out)
    assert [each["name"] for each in document["packages"]] == ["b", "c", "d"]
    assert [each["code"] for each in document["basis"]["causes"]] == ["changed_imports"]


def test_all_names_of_another_module(shop: Repository) -> None:
    use = shop.root / "b" / "use.py"
    use.write_text(
        use.read_text(encoding="utf-8").replace("a.core import tax", "a.alt import *"), encoding="utf-8"
    )
    outcome = run("impact", "--diff", "HEAD", *OPTIONS, cwd=shop.root)
    assert "WIDE_IMPORTS_CHANGED" in [each["code"] for each in json.loads(outcome.out)["warnings"]]
    assert "c/mid.py::mid" in reached(shop.root)


def test_a_changed_export_reaches_who_imports_it(tmp_path: Path) -> None:
    made = Repository(tmp_path / "web")
    (made.root / "src").mkdir()
    made.write(
        src__m_ts="export default function main() { return 1 }\nfunction side() { return 2 }\nexport { side as lateral }\n",
        src__other_ts="export default function start() { return 1 }\n",
        src__use_ts=(
            "import first from './m'\nimport start from './other'\n"
            "export function go() { return first() }\nexport function stay() { return start() }\n"
        ),
        src__ns_ts="import * as all from './m'\nexport function behind() { return all.lateral() }\n",
        src__barrel_ts="export { default as top } from './m'\n",
        src__last_ts="import { top } from './barrel'\nexport function last() { return top() }\n",
        _gitignore=".codeshed/\n",
    )
    made.commit()
    module = made.root / "src" / "m.ts"
    text = (
        module.read_text(encoding="utf-8").replace("export default", "export").replace("lateral", "sideways")
    )
    module.write_text(text, encoding="utf-8")
    found = reached(made.root)
    assert found["src/use.ts::go"] == found["src/ns.ts::behind"] == found["src/last.ts::last"] == (1, 0.9)
    assert "src/use.ts::stay" not in found
    document = json.loads(run("impact", "--diff", "HEAD", *OPTIONS, cwd=made.root).out)
    assert [(each["symbolId"], each["newSymbolId"]) for each in document["changes"]["gone"]] == [
        ("src/m.ts::default", "src/m.ts::main"),
        ("src/m.ts::lateral", "src/m.ts::side"),
    ]


def test_what_is_no_more_exported_is_still_there(tmp_path: Path) -> None:
    made = Repository(tmp_path / "web")
    made.write(
        m_ts="export function side() { return 2 }\n",
        use_ts="import { side } from './m'\nexport function go() { return side() }\n",
        _gitignore=".codeshed/\n",
    )
    made.commit()
    made.write(m_ts="function side() { return 2 }\n")
    document = json.loads(run("impact", "--diff", "HEAD", *OPTIONS, cwd=made.root).out)
    assert "use.ts::go" in reached(made.root)
    assert "gone" not in document["changes"]
    assert document["basis"]["kind"] == "lower-bound"


OVERRIDES = {
    "repo.py": (
        "class Repo:\n    def save(self, x):\n        return x\n\n\nclass SqlRepo(Repo):\n    size = 1\n",
        "\n    def save(self, x):\n        return x + 1\n",
        "\n\ndef persist(r: Repo):\n    return r.save(1)\n\n\ndef persist_sql():\n    return SqlRepo().save(2)\n",
    ),
    "repo.ts": (
        "class Repo { save(x: number) { return x } }\nclass SqlRepo extends Repo {\n",
        "  save(x: number) { return x + 1 }\n",
        "}\nfunction persist(r: Repo) { return r.save(1) }\nfunction persist_sql() { return new SqlRepo().save(2) }\n",
    ),
}


@pytest.mark.parametrize("path", OVERRIDES)
def test_a_removed_override_reaches_who_gets_the_method_of_the_base(tmp_path: Path, path: str) -> None:
    made = Repository(tmp_path / "store")
    before, override, behind = OVERRIDES[path]
    (made.root / path).write_text(before + override + behind, encoding="utf-8")
    made.write(_gitignore=".codeshed/\n")
    made.commit()
    (made.root / path).write_text(before + behind, encoding="utf-8")
    found = reached(made.root)
    assert {f"{path}::persist", f"{path}::persist_sql"} <= found.keys()

"""Context packs: the most useful context of a piece of code, within a budget."""

from pathlib import Path

import msgspec
import pytest

from codeshed.build.size import size_function
from codeshed.context.context_tasks import Task
from codeshed.errors import InvalidOptionError
from codeshed.model.answers.analysis_document import validate_analysis
from codeshed.model.answers.answer_basis import IndexIdentity
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.model.answers.node_references import ReferenceEnvelope, SymbolRef, node_key
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.context.context_contract import CompositeContextPackV1, ContextRequest, IncludedSlices
from codeshed.query.context.context_pack import ContextPacker
from codeshed.render.context_scale import WRITERS, ContextFormat, FormatScale
from codeshed.render.context_text import context_markdown
from tests.support.market import MARKET, market

_TOTAL = "market/cart.py::Cart.total"


@pytest.fixture(scope="module")
def packer(tmp_path_factory: pytest.TempPathFactory) -> ContextPacker:
    return ContextPacker(*market(tmp_path_factory.mktemp("market")))


def request(max_tokens: int = 2000, **others: object) -> ContextRequest:
    made = ContextRequest(caps=caps_of(), max_tokens=max_tokens, max_bytes=max_tokens * 10)
    return msgspec.structs.replace(made, **others)


def scale(output: ContextFormat = ContextFormat.MD) -> FormatScale:
    return FormatScale(output, size_function())


def forms(pack: CompositeContextPackV1) -> dict[str, tuple[str, str]]:
    return {node_key(each.ref).partition(":")[2]: (each.role, each.form) for each in pack.pieces}


def test_the_seed_comes_with_its_lines_and_hash(packer: ContextPacker) -> None:
    pack = packer.pack([_TOTAL], request(), scale())
    assert pack.primary.file == "market/cart.py"
    assert pack.primary.range is not None
    assert (pack.primary.range.start_line, pack.primary.range.end_line) == (16, 21)
    assert pack.primary.excerpt.startswith("def total(self) -> Money:")
    assert (pack.primary.excerpt_hash or "").startswith("sha256:")


def test_bodies_of_what_must_be_read_and_lines_of_the_rest(packer: ContextPacker) -> None:
    found = forms(packer.pack([_TOTAL], request(), scale()))
    # `taxed` says neither what it returns nor what it does; `plus` and `RATE` say all there is to know.
    assert found["market/money.py::Money.taxed"] == ("use", "full")
    assert found["market/money.py::Money.plus"][0] == "use"
    assert found["market/money.py::RATE"] == ("use", "line")
    assert found["market/money.py::zero"][0] == "use"


def test_a_member_comes_below_its_class(packer: ContextPacker) -> None:
    found = forms(packer.pack([_TOTAL], request(), scale()))
    assert "market/money.py::Money" in found


def test_what_a_function_without_a_body_may_use(packer: ContextPacker) -> None:
    pack = packer.pack(["market/cart.py::discount"], request(explain=True), scale())
    found = forms(pack)
    assert found[_TOTAL][0] == "likely"
    reasons = {node_key(each.ref).partition(":")[2]: each.why for each in pack.pieces}
    assert reasons[_TOTAL]


@pytest.mark.parametrize("output", list(ContextFormat))
def test_no_budget_is_ever_exceeded_and_the_figures_are_exact(
    packer: ContextPacker, output: ContextFormat
) -> None:
    least = {
        ContextFormat.MD: 120,
        ContextFormat.XML: 140,
        ContextFormat.COMPACT: 170,
        ContextFormat.JSON: 700,
    }[output]
    for budget in range(least, least + 1200, 71):
        pack = packer.pack([_TOTAL], request(budget), scale(output))
        text = WRITERS[output](pack)
        n_tokens = size_function().measure(text)
        assert n_tokens <= budget
        assert n_tokens == pack.stats.tokens_estimated
        assert len(text.encode()) == pack.stats.bytes_used


def test_bytes_are_a_hard_limit_too(packer: ContextPacker) -> None:
    for limit in (450, 700, 1500):
        only_bytes = ContextRequest(caps=caps_of(), max_bytes=limit)
        pack = packer.pack([_TOTAL], only_bytes, scale())
        assert len(WRITERS[ContextFormat.MD](pack).encode()) <= limit


def test_a_budget_for_nothing_is_refused(packer: ContextPacker) -> None:
    for output, hint in (
        (ContextFormat.MD, "give more"),
        (ContextFormat.XML, "give more, or choose the format md"),
    ):
        with pytest.raises(InvalidOptionError, match="too small") as refused:
            packer.pack([_TOTAL], request(5), scale(output))
        assert refused.value.hint == hint


@pytest.mark.parametrize("output", ContextFormat)
@pytest.mark.parametrize("seed", [_TOTAL, "Cart.total", "market/money.py::Money"])
def test_a_tiny_budget_still_has_the_signature(
    packer: ContextPacker, output: ContextFormat, seed: str
) -> None:
    """What is accepted has the first line of the seed, but for budgets with no room for that beside the frame."""
    graph = msgspec.structs.replace(
        packer.graph,
        warnings=tuple(
            WarningRecord(code="FILE_PROBLEM", message=f"part{n}.py was not read") for n in range(3)
        ),
    )
    packer = ContextPacker(graph, TextSourceReader(MARKET))
    least, is_accepted = 0, False
    for limit in range(100, 3500, 50):
        asked = ContextRequest(caps=caps_of(), max_bytes=limit)
        try:
            pack = packer.pack([seed], asked, scale(output))
        except InvalidOptionError:
            assert not is_accepted
            continue
        is_accepted = True
        assert len(WRITERS[output](pack).encode()) <= limit
        if not pack.primary.is_cut:
            continue
        assert ("context", "maxBytes") in {(each.scope, each.cap) for each in pack.truncation}
        assert answer_problems(pack) == ()
        least = least or limit
        # Above the least budget there is room for a line of code within a few bytes.
        assert limit < least + 200 or pack.primary.excerpt
    assert least


def test_a_tiny_whole_form_leaves_out_usual_caps_only(packer: ContextPacker) -> None:
    """The caps are a third of a small answer; whoever reads it knows those of the default profile."""
    wide = caps_of("wide")
    for caps, least in ((caps_of(), 1250), (wide, 1700)):
        asked = ContextRequest(caps=caps, max_bytes=least)
        pack = packer.pack(["Cart.total"], asked, scale(ContextFormat.JSON))
        content = WRITERS[ContextFormat.JSON](pack).encode()
        assert len(content) <= least
        assert pack.primary.excerpt.startswith("def total(")
        assert pack.basis.caps_used == caps
        assert (b'"caps":{' in content) is (caps == wide)
        report = validate_analysis(content, "composite-context-pack", CompositeContextPackV1)
        assert report.problems == ()
    roomy = packer.pack(["Cart.total"], request(2000), scale(ContextFormat.JSON))
    assert b'"caps":{"maxDepth":' in WRITERS[ContextFormat.JSON](roomy).encode()


def test_a_tiny_answer_to_an_unknown_seed_leaves_out_usual_caps(packer: ContextPacker) -> None:
    asked = ContextRequest(caps=caps_of(), max_bytes=1000)
    pack = packer.pack(["totl"], asked, scale(ContextFormat.JSON))
    assert isinstance(pack.seed, ReferenceEnvelope)
    assert pack.seed.status == "unresolved"
    assert pack.basis.caps is msgspec.UNSET
    assert answer_problems(pack) == ()


def test_a_seed_that_is_not_resolved_has_no_identity(packer: ContextPacker) -> None:
    for seed in ("nothing", "totl", "total"):
        pack = packer.pack([seed], request(2000), scale(ContextFormat.JSON))
        assert isinstance(pack.seed, ReferenceEnvelope)
        assert pack.seed.status != "resolved"
        assert pack.primary.ref is None
        assert msgspec.json.decode(WRITERS[ContextFormat.JSON](pack))["primary"]["ref"] is None
        assert answer_problems(pack) == ()


def test_what_is_left_out_is_told_with_the_budget_at_which_it_fits(packer: ContextPacker) -> None:
    pack = packer.pack([_TOTAL], request(190), scale())
    (record,) = [each for each in pack.truncation if each.cap == "maxTokens" and each.scope == "context"]
    assert record.limit == 190
    assert record.omitted
    assert pack.left_out
    assert pack.basis.kind == "lower-bound"
    # At the budget that is named, the piece is there.
    missing = pack.left_out[0]
    larger = packer.pack([_TOTAL], request(missing.fits_at), scale())
    assert node_key(missing.ref) in {node_key(each.ref) for each in larger.pieces}


def test_a_task_changes_what_is_preferred(packer: ContextPacker) -> None:
    by_task = {
        task: [
            node_key(each.ref)
            for each in packer.pack(["market/cart.py::Cart.total"], request(task=task), scale()).pieces
        ]
        for task in Task
    }
    caller = "symbol:market/cart.py::checkout"
    test = "symbol:tests/test_cart.py::test_total"
    override = "symbol:market/cart.py::GiftCart.total"
    assert by_task[Task.EDIT].index(override) < by_task[Task.WRITE].index(override)
    assert by_task[Task.EDIT].index(caller) <= by_task[Task.WRITE].index(caller)
    assert by_task[Task.TEST].index(test) < by_task[Task.EXPLAIN].index(test)


def test_slices_can_be_left_out(packer: ContextPacker) -> None:
    pack = packer.pack([_TOTAL], request(4000), scale())
    assert pack.graph is not None
    assert pack.types is not None
    bare = packer.pack(
        [_TOTAL], request(4000, include=IncludedSlices(graph=False, types=False, risk=False)), scale()
    )
    assert (bare.graph, bare.types) == (None, None)
    assert "RISK_NOT_AVAILABLE" not in {each.code for each in bare.warnings}


def test_what_is_not_known_does_not_depend_on_what_is_shown(packer: ContextPacker) -> None:
    shown = packer.pack([_TOTAL], request(20_000), scale())
    hidden = packer.pack([_TOTAL], request(20_000, include=IncludedSlices(graph=False)), scale())
    assert [each.code for each in shown.basis.causes if each.code != "caps"] == [
        each.code for each in hidden.basis.causes if each.code != "caps"
    ]


def test_toggles_choose_the_edges_of_the_graph_slice(packer: ContextPacker) -> None:
    include = IncludedSlices(callers_callees=False, imports=False)
    pack = packer.pack([_TOTAL], request(8000, include=include), scale())
    assert pack.graph is not None
    assert "callGraph" not in {each.graph for each in pack.graph.edges}
    assert pack.graph.edges


def test_risk_is_null_with_a_warning(packer: ContextPacker) -> None:
    pack = packer.pack([_TOTAL], request(), scale())
    assert pack.risk is None
    assert '"risk":null' in WRITERS[ContextFormat.JSON](pack)
    assert pack.warnings[0].code == "RISK_NOT_AVAILABLE"


def test_type_facts_say_how_they_are_known(packer: ContextPacker) -> None:
    pack = packer.pack(["market/cart.py::Cart.add"], request(), scale())
    assert pack.types is not None
    told = {(each.role, each.name, each.type, each.source) for each in pack.types.facts}
    assert ("param", "price", "market/money.py::Money", "declared") in told


def test_the_cap_on_type_facts(packer: ContextPacker) -> None:
    caps = caps_of("default", CapSettings(max_type_entries=1))
    pack = packer.pack(["market/cart.py::Cart.add"], request(caps=caps), scale())
    assert pack.types is not None
    assert len(pack.types.facts) == 1
    assert "maxTypeEntries" in {each.cap for each in pack.truncation}


def test_several_seeds(packer: ContextPacker) -> None:
    pack = packer.pack([_TOTAL, "market/money.py::zero"], request(), scale())
    assert isinstance(pack.seed, ReferenceEnvelope)
    assert len(pack.seed.candidates) == 2
    assert pack.primary.ref == SymbolRef(symbol_id=_TOTAL)
    assert [each.ref for each in pack.more] == [SymbolRef(symbol_id="market/money.py::zero")]


@pytest.mark.parametrize(
    ("seed", "text"), [("market/money.py::Money", "class Money"), ("market/money.py", "RATE = 25")]
)
def test_a_class_or_a_file_is_a_seed(packer: ContextPacker, seed: str, text: str) -> None:
    pack = packer.pack([seed], request(), scale())
    assert text in pack.primary.excerpt
    assert not [each for each in pack.pieces if node_key(each.ref).startswith(f"symbol:{seed}.")]


def test_a_seed_that_is_cut_says_so(packer: ContextPacker) -> None:
    pack = packer.pack(["market/cart.py"], request(250), scale())
    assert pack.primary.is_cut
    assert "the seed's text whole at" in " ".join(each.note or "" for each in pack.truncation)


def test_a_seed_that_is_not_clear_gives_candidates_and_no_text(packer: ContextPacker) -> None:
    pack = packer.pack(["total"], request(), scale())
    assert isinstance(pack.seed, ReferenceEnvelope)
    assert pack.seed.status == "ambiguous"
    assert pack.primary.excerpt == ""
    assert pack.warnings[0].code == "SEED_NOT_RESOLVED"


def test_the_same_question_has_the_same_answer(packer: ContextPacker) -> None:
    texts = {
        WRITERS[ContextFormat.JSON](packer.pack([_TOTAL], request(), scale(ContextFormat.JSON)))
        for _ in range(3)
    }
    assert len(texts) == 1


def test_edges_say_how_they_are_known_and_whose_they_are(packer: ContextPacker) -> None:
    one = context_markdown(packer.pack([_TOTAL], request(4000), scale()))
    lines = one.partition("## Graph\n")[2].partition("\n##")[0].split("\n")
    assert "-call-> market/money.py::zero (1 declared :18)" in lines
    own = [line for line in lines if line.startswith(("-", "<-"))]
    assert lines[: len(own)] == own
    several = context_markdown(packer.pack([_TOTAL, "market/money.py::zero"], request(4000), scale()))
    assert "Cart.total -call-> zero (1 declared :18)" in several


def test_an_index_is_named_in_short(packer: ContextPacker) -> None:
    index = IndexIdentity(signature="made with " * 50, tree_hash="a" * 64, commit="b" * 40, types="off")
    told = packer.pack([_TOTAL], request(2000), scale(ContextFormat.JSON), index=index).basis.index
    assert (told.tree_hash, told.commit, told.types) == ("a" * 16, "b" * 16, "off")
    other = msgspec.structs.replace(index, signature="made with others")
    again = packer.pack([_TOTAL], request(2000), scale(ContextFormat.JSON), index=other).basis.index
    assert len(told.signature) == len(again.signature) == 16
    assert told.signature != again.signature
    assert packer.pack([_TOTAL], request(2000), scale(ContextFormat.JSON)).basis.index == IndexIdentity()


def test_an_empty_excerpt_has_no_hash(packer: ContextPacker) -> None:
    for budget in range(60, 140, 4):
        try:
            pack = packer.pack([_TOTAL], request(budget), scale())
        except InvalidOptionError:
            continue
        assert (pack.primary.excerpt_hash is None) == (not pack.primary.excerpt)
        assert (pack.primary.range is None) == (not pack.primary.excerpt)


NESTED = {
    "shop.py": """from tools import price

key = lambda item: price(item)

def total(items):
    def each(item):
        return 2 * price(item)
    return sum(map(each, items))

def outer():
    def first(a):
        return second(a, a)
    def second(a, b):
        return a + b
    return first
""",
    "tools.py": """def price(item):
    return item.cents

class Box:
    def open(self):
        return price(self)

class Tin(Box):
    def open(self):
        return 1
""",
    "elsewhere.py": """from tools import Tin

def unpack():
    tin = Tin()
    return tin.open()
""",
}


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> ContextPacker:
    folder = tmp_path_factory.mktemp("nested")
    for path, text in NESTED.items():
        (folder / path).write_text(text, encoding="utf-8")
    return ContextPacker(index_repository(folder, types="off"), TextSourceReader(NESTED))


@pytest.mark.parametrize("output", [ContextFormat.MD, ContextFormat.XML])
def test_callers_say_what_they_call_and_where(nested: ContextPacker, output: ContextFormat) -> None:
    budget = {ContextFormat.MD: 210, ContextFormat.XML: 240}[output]
    pack = nested.pack(["price"], request(budget, task=Task.EDIT), scale(output))
    lines = WRITERS[output](pack).split("\n")
    place = lines.index("def total(items)")
    assert lines[place - 1] == "# calls price, line 7: return 2 * price(item)"
    assert "key = lambda item: price(item)" in lines
    use = {node_key(each.ref).partition("::")[2]: each.use for each in pack.pieces}["total"]
    assert use is not None
    assert (node_key(use.of), use.edge_type, use.line) == ("symbol:tools.py::price", "call", 7)


def test_a_caller_that_is_there_in_full_shows_its_call_itself(nested: ContextPacker) -> None:
    text = context_markdown(nested.pack(["price"], request(task=Task.EDIT), scale()))
    assert "# calls price, line 7\ndef total(items):\n    def each(item):" in text


def test_a_nested_function_says_where_it_lies(nested: ContextPacker) -> None:
    pack = nested.pack(["outer.first"], request(140), scale())
    inside = {node_key(each.ref): each.inside for each in pack.pieces}
    assert inside["symbol:shop.py::outer.second"] == "outer"
    assert "# in outer()\ndef second(a, b)" in context_markdown(pack)


def test_which_method_overrides_which(nested: ContextPacker) -> None:
    upwards = context_markdown(nested.pack(["Tin.open"], request(task=Task.EDIT), scale()))
    assert "# overridden by Tin.open\n" in upwards
    downwards = context_markdown(nested.pack(["Box.open"], request(task=Task.EDIT), scale()))
    assert "# overrides Box.open\n" in downwards


def test_whoever_uses_a_member_of_a_class_uses_the_class(nested: ContextPacker) -> None:
    pack = nested.pack(["Tin"], request(task=Task.EDIT), scale())
    roles = {node_key(each.ref): each.role for each in pack.pieces}
    assert roles["symbol:elsewhere.py::unpack"] == "caller"


def test_a_short_caller_is_not_preferred_for_being_short(tmp_path: Path) -> None:
    files = {
        "a.py": "def price(item):\n    return item\n",
        "b/near.py": "from a import price\nk = lambda i: price(i)\n",
        "c.py": "from a import price\n\ndef total_of_everything_in_the_shop(items, rate, currency):\n"
        "    return sum(price(item) for item in items)\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    packer = ContextPacker(index_repository(tmp_path, types="off"), TextSourceReader(files))
    pieces = packer.pack(["price"], request(task=Task.EDIT), scale()).pieces
    callers = [node_key(each.ref) for each in pieces if each.role == "caller"]
    assert callers == ["symbol:c.py::total_of_everything_in_the_shop", "symbol:b/near.py::k"]


def test_many_tests_do_not_push_out_the_callers_nor_guesses_the_tests(tmp_path: Path) -> None:
    fields = "".join(f"    price_{number}: int = {number}\n" for number in range(30))
    tests = "".join(f"def test_{number}():\n    assert Cart().price() == {number}\n" for number in range(60))
    files = {
        "cart.py": f"class Cart:\n{fields}    def price(self, price_1: int) -> int:\n        return self.price_1\n",
        "shop.py": "from cart import Cart\ndef sell(cart: Cart) -> int:\n    return cart.price(1)\n",
        "tests/test_cart.py": f"from cart import Cart\n{tests}def test_price():\n    assert Cart().price(1)\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    packer = ContextPacker(index_repository(tmp_path, types="off"), TextSourceReader(files))
    for output in ContextFormat:
        pack = packer.pack(["Cart.price"], request(2000, task=Task.EDIT), scale(output))
        roles = [each.role for each in pack.pieces]
        assert "caller" in roles
        assert roles.index("caller") < roles.index("test")
        tests_shown = [node_key(each.ref) for each in pack.pieces if each.role == "test"]
        assert tests_shown[0] == "symbol:tests/test_cart.py::test_price"
        if output is ContextFormat.JSON:
            assert roles.index("test") < roles.index("likely")


def packer_of(folder: Path, files: dict[str, str]) -> ContextPacker:
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return ContextPacker(index_repository(folder, types="off"), TextSourceReader(files))


FAR = {
    "core.py": "def rate():\n    return 2\n\n\ndef tax(x):\n    return x * rate()\n\n\ndef total(x):\n    return tax(x)\n",
    "web.ts": "export function inner() { return 1 }\nexport function outer() { return inner() }\n",
    "tests/test_core.py": "from core import total\n\n\ndef test_total():\n    assert total(1)\n\n\n"
    "def test_more():\n    assert test_total() is None\n",
    "tests/web.test.ts": "import { outer } from '../web'\nit('works', () => {\n  expect(outer()).toBe(1)\n})\n",
}


@pytest.mark.parametrize("output", ContextFormat)
def test_without_a_direct_test_the_nearest_ones_are_there_with_their_way(
    tmp_path: Path, output: ContextFormat
) -> None:
    packer = packer_of(tmp_path, FAR)
    asked = request(task=Task.TEST, explain=True)
    pack = packer.pack(["rate"], asked, FormatScale(output, size_function(), explain=True))
    (test,) = [each for each in pack.pieces if each.role == "test"]
    assert node_key(test.ref) == "symbol:tests/test_core.py::test_total"
    assert test.use is not None
    assert node_key(test.use.of) == "symbol:core.py::total"
    assert list(map(node_key, test.use.way)) == ["symbol:core.py::tax", "symbol:core.py::rate"]
    assert test.why == ("steps_3",)
    text = WRITERS[output](pack)
    if output is not ContextFormat.JSON:
        assert "calls total → tax → rate, line 5" in text
        assert "tests the seed in 3 steps" in text
    others = packer.pack(["rate"], msgspec.structs.replace(asked, task=Task.EDIT), scale(output))
    assert "test" not in {each.role for each in others.pieces}


def test_a_far_test_outside_of_any_function_is_its_statement(tmp_path: Path) -> None:
    pack = packer_of(tmp_path, FAR).pack(["inner"], request(task=Task.TEST), scale())
    (test,) = [each for each in pack.pieces if each.role == "test"]
    assert node_key(test.ref) == "file:tests/web.test.ts"
    assert "expect(outer())" in test.text
    assert test.use is not None
    assert list(map(node_key, test.use.way)) == ["symbol:web.ts::inner"]


@pytest.mark.parametrize("output", ContextFormat)
def test_a_direct_test_comes_before_lines_of_what_is_used(tmp_path: Path, output: ContextFormat) -> None:
    fields = "".join(f"    f{number}: int = {number}\n" for number in range(30))
    used = " + ".join(f"self.f{number}" for number in range(30))
    files = {
        "cart.py": f"class Cart:\n{fields}    def price(self) -> int:\n        return {used}\n",
        "tests/test_cart.py": "from cart import Cart\n\n\ndef test_price():\n    assert Cart().price() == 435\n",
    }
    pack = packer_of(tmp_path, files).pack(["Cart.price"], request(1500, task=Task.TEST), scale(output))
    assert pack.pieces[0].role == "test"


def test_a_symbol_that_a_comment_names_in_full_is_a_candidate(tmp_path: Path) -> None:
    files = {
        "cart.py": "def total(cart):\n    # Rounds as Tax.round_down does.\n    raise NotImplementedError\n",
        "far/tax.py": "class Tax:\n    def round_down(self, cents):\n        return cents // 10\n",
    }
    (tmp_path / "far").mkdir()
    for path, text in files.items():
        (tmp_path / path).write_text(text)
    packer = ContextPacker(index_repository(tmp_path, types="off"), TextSourceReader(files))
    request = ContextRequest(caps=caps_of(), max_tokens=1000, max_bytes=10_000)
    pack = packer.pack(["total"], request, FormatScale(ContextFormat.MD, size_function()))
    assert "symbol:far/tax.py::Tax.round_down" in {node_key(each.ref) for each in pack.pieces}

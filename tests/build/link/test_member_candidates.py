"""Members that code may use on objects of unknown type."""

import tempfile
from pathlib import Path
from textwrap import dedent

from codeshed.build.graph import build_graph
from codeshed.graph.data.kinds import CONTEXT_KINDS, ProvenanceCode
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import Types, read_repository
from tests.support.expectations import assert_expected


def _check(files: dict[str, str], expected: str) -> None:
    """Check the guessed edges, without paths: `f -call-> A.total_price 0.45 x2`."""
    texts = {path: dedent(code) for path, code in files.items()}
    with tempfile.TemporaryDirectory() as folder:
        for path, code in texts.items():
            Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, path).write_text(code, encoding="utf-8")
        data = read_repository(Path(folder), types=Types.OFF).data
    graph = build_graph(data, TextSourceReader(texts))
    lines = [
        f"{edge.source.rpartition('::')[2]} -{edge.kind.label}-> {edge.target.rpartition('::')[2]} {edge.confidence:g}"
        + f" x{edge.n_sites}" * (edge.n_sites > 1)
        for edge in graph.iter_edges()
        if edge.kind in CONTEXT_KINDS and edge.provenance is ProvenanceCode.HEURISTIC
    ]
    assert_expected("\n".join(lines), expected)


CART = """
    class Cart:
        item_count = 0

        def __init__(self):
            self.owner_name = ""
            self.weight = 1
            self.title = ""

        @property
        def total_price(self):
            return self.item_count

        def add_item(self, item):
            self.weight = item
    """


def test_a_property_a_field_and_a_method_that_is_no_call() -> None:
    _check(
        {
            "cart.py": CART,
            "use.py": """
                def show(cart):
                    print(cart.total_price, cart.owner_name)
                    cart.owner_name = "x"
                    return cart.add_item, cart.total_price
                """,
        },
        """
        show -read-> Cart.add_item 0.45
        show -read-> Cart.owner_name 0.45
        show -write-> Cart.owner_name 0.45
        show -call-> Cart.total_price 0.45 x2
        """,
    )


def test_a_name_of_one_word_says_less_and_one_that_builtin_types_have_nothing() -> None:
    _check(
        {
            "cart.py": CART,
            "use.py": "def show(cart):\n    return cart.weight, cart.title, cart.name, cart.__dict__\n",
        },
        """
        show -read-> Cart.weight 0.15
        """,
    )


def test_several_unrelated_types_share_the_confidence_and_many_say_nothing() -> None:
    types = "".join(f"class C{n}:\n    unit_price = {n}\n" for n in range(3))
    use = "def show(x):\n    return x.unit_price\n"
    _check(
        {"a.py": types, "use.py": use},
        """
        show -read-> C0.unit_price 0.15
        show -read-> C1.unit_price 0.15
        show -read-> C2.unit_price 0.15
        """,
    )
    _check({"a.py": types + "class D:\n    unit_price = 4\n", "use.py": use}, "")


def test_of_related_types_the_topmost_is_meant() -> None:
    _check(
        {
            "a.py": """
                class A:
                    unit_price = 1

                class B(A):
                    unit_price = 2
                """,
            "use.py": "def show(x):\n    return x.unit_price\n",
        },
        """
        show -read-> A.unit_price 0.45
        """,
    )


def test_known_receivers_local_types_and_types_of_tests_are_not_meant() -> None:
    _check(
        {
            "a.py": """
                def make():
                    class Local:
                        local_price = 1
                    return 1
                """,
            "tests/test_a.py": """
                class Fake:
                    fake_price = 1

                def test_it(x):
                    return x.fake_price
                """,
            "use.py": "class Known:\n    pass\n\ndef show(x):\n    return x.local_price, x.fake_price, Known().fake_price\n",
        },
        """
        test_it -read-> Fake.fake_price 0.45
        """,
    )


def test_languages_of_one_family_share_members_and_others_do_not() -> None:
    _check(
        {
            "a.ts": "export class Cart { unitPrice = 1; get totalPrice() { return 1 } }\n",
            "b.js": "export function show(cart) { cart.unitPrice = 2; return cart.totalPrice + cart.length }\n",
            "c.py": "def show(cart):\n    return cart.unitPrice\n",
        },
        """
        show -call-> Cart.totalPrice 0.45
        show -write-> Cart.unitPrice 0.45
        """,
    )


def test_a_member_that_a_constant_text_names() -> None:
    _check(
        {
            "cart.py": CART,
            "use.py": """
                def show(cart):
                    return getattr(cart, "total_price", None)

                def rename(cart, name):
                    setattr(cart, "owner_name", name)

                def read(cart, name):
                    return getattr(cart, name)
                """,
        },
        """
        rename -write-> Cart.owner_name 0.45
        show -call-> Cart.total_price 0.45
        """,
    )

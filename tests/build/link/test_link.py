"""Linking cached parts gives the same bytes as building all documents again."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from codeshed.build.graph import build_graph
from codeshed.build.link.link import link
from codeshed.build.link.link_summary import tabulate_entry_points
from codeshed.build.part.make_part import make_externals_part, make_part
from codeshed.build.part.part_pack import PartPack, decode_externals, decode_pack, encode_pack
from codeshed.build.part.repacking import repack
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.semantic import Document, ExternalSymbol, SemanticData
from codeshed.model.source_reader import TextSourceReader
from codeshed.store.graph_file import iter_graph_pieces
from tests.support.notation import project
from tests.support.toys import Told, Toy, Words, toys

PATHS = ("toy.py", "toy.pyi", "toy/__init__.py")
"""The symbols of these do not lie behind each other: `toy.pyi` comes between `toy.py` and `toy.py::T`."""


_ZOO = """
    #- animals.lua
    def IAnimal.speak(food: Food)
    def IAnimal.eat(food: Food) -> Noise
    def Cat.speak(food: Food)
        call ? super.speak
    def Cat.eat(food: Food) -> Noise
        call IAnimal.eat
    #- dogs.lua
    def Dog.speak(food: Food)
    def Dog.eat(food: Food) -> Noise
        call feed
    def Dog.Puppy.eat()
    #- food.lua
    class Food
    class Noise
    def feed() -> Food
    """


@st.composite
def edits(draw: st.DrawFn) -> list[tuple[str, Document | None, str, tuple[ExternalSymbol, ...]]]:
    """Draw what happens to files one after another: a path, what is in it now or None, its text, the externals."""
    steps = []
    for _ in range(draw(st.integers(1, 5))):
        toy = draw(toys(variables_use=True, max_nodes=6))
        path = draw(st.sampled_from(PATHS))
        document = None if draw(st.integers(0, 4)) == 0 else _share(toy, path)
        steps.append((path, document, toy.source(), toy.document().external_symbols))
    return steps


def _share(toy: Toy, path: str) -> Document:
    """Return one file of a toy that is spread over all paths; the files of different toys define the same symbols."""
    whole = toy.document()
    definitions, references = whole.documents[0].definitions, whole.documents[0].references
    place, n_paths = PATHS.index(path), len(PATHS)
    return Document(path=path, definitions=definitions[place::n_paths], references=references[place::n_paths])


def bytes_of(graph: CodeGraph) -> bytes:
    return b"".join(iter_graph_pieces(graph))


@given(edits())
def test_any_edits(steps: list[tuple[str, Document | None, str, tuple[ExternalSymbol, ...]]]) -> None:
    packs: tuple[PartPack, ...] = ()
    document_by_path: dict[str, Document] = {}
    text_by_path: dict[str, str] = {}
    for path, document, text, externals in steps:
        document_by_path.pop(path, None)
        changed = {}
        if document is not None:
            text_by_path[path] = text
            document_by_path[path] = document
            changed[path] = make_part(document, TextSourceReader({path: text}), Words(), Told())
        packs = repack(packs, changed, {path} - {*changed}).packs
        encoded_externals = encode_pack(make_externals_part(externals, Words(), Told()))
        linked = link(
            (decode_pack(encode_pack(pack)) for pack in packs),
            decode_externals(encoded_externals),
            tabulate_entry_points(()),
            size_function=Words.name,
            documentation_scorer=Told.name,
            source_reader=TextSourceReader.name,
        )
        data = SemanticData(
            documents=tuple(document_by_path[path] for path in sorted(document_by_path)),
            external_symbols=externals,
        )
        built = build_graph(data, TextSourceReader(text_by_path), measure=Words(), scorer=Told())
        assert bytes_of(linked) == bytes_of(built)


@given(toys(variables_use=True), st.randoms(use_true_random=False))
def test_any_order_of_definitions_references_and_documents(toy: Toy, random: Random) -> None:
    documents = [_share(toy, path) for path in PATHS]
    externals = list(toy.document().external_symbols)
    outputs = set()
    for _ in range(2):
        data = SemanticData(documents=tuple(documents), external_symbols=tuple(externals))
        sources = TextSourceReader(dict.fromkeys(PATHS, toy.source()))
        outputs.add(bytes_of(build_graph(data, sources, measure=Words(), scorer=Told())))
        random.shuffle(documents)
        random.shuffle(externals)
        documents = [_shuffled(document, random) for document in documents]
    assert len(outputs) == 1


@given(st.randoms(use_true_random=False))
def test_any_order_gives_the_same_evidence(random: Random) -> None:
    zoo = project(_ZOO)
    sources = TextSourceReader(zoo.text_by_path)
    documents = [_shuffled(document, random) for document in zoo.data.documents]
    random.shuffle(documents)
    shuffled = build_graph(SemanticData(documents=tuple(documents)), sources)
    graph = zoo.graph()
    assert {edge.kind for edge in graph.iter_edges()} >= {EdgeKind.INHERITS, EdgeKind.DATAFLOW}
    assert bytes_of(shuffled) == bytes_of(graph)


def _shuffled(document: Document, random: Random) -> Document:
    definitions, references = list(document.definitions), list(document.references)
    random.shuffle(definitions)
    random.shuffle(references)
    return Document(path=document.path, definitions=tuple(definitions), references=tuple(references))


def test_several_documents_of_one_file_are_one_module() -> None:
    one = project("    call a.py::h\n    read a.py::x\n    call a.py::h\ndef f()")
    other = project("    read a.py::x\n    call a.py::h\ndef h()\nvar x")
    data = SemanticData(documents=(*one.data.documents, *other.data.documents))
    graph = build_graph(data, TextSourceReader(one.text_by_path))
    assert list(graph.files) == ["a.py"]
    assert list(graph.nodes.symbols) == ["a.py", "a.py::f", "a.py::h", "a.py::x"]
    (call,) = [edge for edge in graph.iter_edges() if edge.kind is EdgeKind.CALL]
    assert [site.span.start_line for site in call.sites if site.span] == [1, 2, 3]


def test_no_documents() -> None:
    graph = build_graph(SemanticData(documents=()), TextSourceReader({}))
    assert (len(graph.nodes), len(graph.edges), len(graph.types), len(graph.files)) == (0, 0, 0, 0)

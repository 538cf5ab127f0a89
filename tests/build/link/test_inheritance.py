"""Inferred inheritance: four signals, thresholds, direction, and pairs without evidence."""

import msgspec
import pytest

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.answers.truncation import MAX_TYPES_PER_METHOD
from codeshed.model.languages.abstract_names import is_abstract_name
from codeshed.model.repository_settings import CommonNames
from codeshed.model.semantic import Document, SemanticData
from codeshed.model.source_reader import TextSourceReader
from tests.build.checks import check_edges, check_edges_of_code
from tests.support.notation import project


def check_inheritance(notation: str, expected: str) -> None:
    """Check all edges of inheritance."""
    check_edges(notation, expected, kinds=(EdgeKind.INHERITS,))


def methods(owner: str, *names: str) -> str:
    """Write the methods of a class."""
    return "".join(f"def {owner}.{name}()\n" for name in names)


def parents(graph: CodeGraph) -> list[tuple[str, str, float]]:
    """Return child, parent and confidence of every edge, without the file."""
    return [
        (edge.source.rpartition("::")[2], edge.target.rpartition("::")[2], edge.confidence)
        for edge in graph.iter_edges()
        if edge.kind is EdgeKind.INHERITS
    ]


def test_the_abstract_name_is_the_parent() -> None:
    check_inheritance(
        """
        #- a.lua
        class AbstractAnimal
        def AbstractAnimal.speak()
        def AbstractAnimal.eat()
        class Dog
        def Dog.speak()
        def Dog.eat()
        """,
        "a.lua::Dog -inherits-> a.lua::AbstractAnimal [heuristic 0.5] 0 sites",
    )


@pytest.mark.parametrize(
    ("n_shared", "expected"), [(0, []), (1, []), (2, [0.45]), (3, [0.60]), (4, [0.75]), (6, [0.75])]
)
def test_shared_methods_count_from_two(n_shared: int, expected: list[float]) -> None:
    names = ["speak", "eat", "sleep", "walk", "jump", "swim"][:n_shared]
    graph = project("#- a.lua\n" + methods("Dog", *names) + methods("Cat", *names)).graph()
    assert [confidence for _, _, confidence in parents(graph)] == expected


def test_one_shared_method_suffices_for_an_abstract_name_and_none_does_not() -> None:
    one = project("#- a.lua\n" + methods("IAnimal", "speak") + methods("Dog", "speak")).graph()
    none = project("#- a.lua\n" + methods("IAnimal", "speak") + methods("Dog", "bark")).graph()
    assert parents(one) == [("Dog", "IAnimal", 0.5)]
    assert parents(none) == []


def test_common_methods_are_no_evidence() -> None:
    names = ("new", "init", "get", "set", "update", "close")
    assert parents(project("#- a.lua\n" + methods("Dog", *names) + methods("Cat", *names)).graph()) == []


def test_a_repository_has_common_methods_of_its_own() -> None:
    data = project("#- a.lua\n" + methods("Dog", "speak", "eat") + methods("Cat", "speak", "eat"))

    def parents_with(*names: str) -> list[tuple[str, str, float]]:
        sources = TextSourceReader(data.text_by_path)
        return parents(build_graph(data.data, sources, common_names=CommonNames(methods=names)))

    assert parents_with("bark") == [("Dog", "Cat", 0.45)]
    assert parents_with("eat") == []


def test_the_shorter_name_is_the_parent_and_then_the_first() -> None:
    names = ("speak", "eat")
    longer = project("#- a.lua\n" + methods("Animal", *names) + methods("Dog", *names)).graph()
    equal = project("#- a.lua\n" + methods("Cow", *names) + methods("Dog", *names)).graph()
    assert parents(longer) == [("Animal", "Dog", 0.45)]
    assert parents(equal) == [("Dog", "Cow", 0.45)]


def test_a_call_of_the_same_method_names_the_parent() -> None:
    check_inheritance(
        """
        #- a.lua
        class Dog
        class Creature
        def Creature.speak()
        def Dog.speak()
            call Creature.speak Creature.speak
        """,
        "a.lua::Dog -inherits-> a.lua::Creature [heuristic 0.9] 0 sites",
    )


def test_the_caller_is_the_child_whatever_the_names_say() -> None:
    check_inheritance(
        """
        #- a.lua
        class AbstractDog
        class Dog
        def Dog.init()
        def AbstractDog.init()
            call Dog.init
        """,
        "a.lua::AbstractDog -inherits-> a.lua::Dog [heuristic 0.9] 0 sites",
    )


def test_delegation_to_an_object_is_no_evidence() -> None:
    check_inheritance(
        """
        #- a.lua
        class Window
        class Pane
        def Pane.draw()
        def Window.draw()
            call Pane.draw pane.draw
        local Window.draw.pane
        """,
        "",
    )


def test_a_super_call_alone_proves_no_parent() -> None:
    check_inheritance(
        """
        #- a.lua
        class Dog
        class Animal
        def Animal.speak()
        def Dog.speak()
            call ? super.speak
        """,
        "",
    )


def test_a_super_call_proves_the_one_parent_that_something_else_speaks_for() -> None:
    check_inheritance(
        """
        #- a.lua
        class Cat
        class Animal
        def Animal.speak()
        def Animal.eat()
        def Cat.eat()
        def Cat.speak()
            call ? super.speak
        """,
        "a.lua::Cat -inherits-> a.lua::Animal [heuristic 0.9] 0 sites",
    )


def test_a_super_call_with_several_possible_parents_says_only_who_the_child_is() -> None:
    names = ("speak", "eat")
    notation = "#- a.lua\n" + methods("Animal", *names) + methods("Robot", *names)
    notation += "def Dog.eat()\ndef Dog.speak()\n    call ? super.speak\n"
    assert parents(project(notation).graph()) == [
        ("Animal", "Robot", 0.45),
        ("Dog", "Animal", 0.45),
        ("Dog", "Robot", 0.45),
    ]


def test_a_nested_name_that_nothing_contains_is_evidence() -> None:
    data = project("#- a.lua\nclass Animal\nclass Animal.Dog").data
    animal, dog = data.documents[0].definitions
    assert dog.enclosing_symbol == "a.lua::Animal"
    inside = SemanticData(documents=(Document(path="a.lua", definitions=(animal, dog)),))
    apart = msgspec.structs.replace(dog, enclosing_symbol="a.lua")
    beside = SemanticData(documents=(Document(path="a.lua", definitions=(animal, apart)),))
    sources = TextSourceReader({"a.lua": "\n\n"})
    assert parents(build_graph(inside, sources)) == []
    assert parents(build_graph(beside, sources)) == [("Animal.Dog", "Animal", 0.7)]


@pytest.mark.parametrize(
    "path", ["a.py", "a.ts", "a.java", "a.go", "a.rs", "a.rb", "a.cpp", "a.js", "a.unknown"]
)
def test_class_statements_without_bases_declare_that_there_are_none(path: str) -> None:
    names = ("speak", "eat", "sleep", "walk")
    notation = (
        f"#- {path}\nclass BaseAnimal\nclass Dog\n" + methods("BaseAnimal", *names) + methods("Dog", *names)
    )
    assert parents(project(notation).graph()) == []


def test_a_class_without_a_statement_may_inherit_from_one_with() -> None:
    names = ("speak", "eat", "sleep", "walk")
    notation = "#- a.js\nclass Animal\n" + methods("Animal", *names) + methods("Dog", *names)
    assert parents(project(notation).graph()) == [("Dog", "Animal", 0.75)]


def test_declared_bases_are_all_that_a_class_has() -> None:
    names = ("speak", "eat", "sleep")
    notation = "#- a.lua\nclass Being\nclass Dog(Being)\nclass Robot(Being)\n"
    notation += methods("Dog", *names) + methods("Robot", *names) + methods("Being", *names)
    assert parents(project(notation).graph()) == [("Dog", "Being", 1), ("Robot", "Being", 1)]


def test_classes_of_different_languages_are_not_related() -> None:
    names = ("speak", "eat", "sleep", "walk")
    notation = "#- a.lua\n" + methods("Dog", *names) + "#- b.c\n" + methods("Cat", *names)
    assert parents(project(notation).graph()) == []


def test_a_name_that_many_classes_have_is_skipped_with_a_record() -> None:
    within = "#- a.lua\n" + "".join(methods(f"C{n:02}", "speak", "eat") for n in range(MAX_TYPES_PER_METHOD))
    beyond = within + methods("More", "speak", "eat")
    assert len(parents(project(within).graph())) == MAX_TYPES_PER_METHOD * (MAX_TYPES_PER_METHOD - 1) // 2
    graph = project(beyond).graph()
    assert parents(graph) == []
    (record,) = graph.warnings
    assert record.code == "INHERITANCE_CAPPED"
    assert record.message == (
        f"names that methods of more than {MAX_TYPES_PER_METHOD} classes have (maxTypesPerMethod) "
        "are no evidence of inheritance; 2 left out: eat, speak"
    )


@pytest.mark.parametrize(
    ("name", "is_abstract"),
    [
        ("AbstractAnimal", True),
        ("BaseService", True),
        ("IRepository", True),
        ("UserMixin", True),
        ("AnimalBase", True),
        ("AnimalABC", True),
        ("Image", False),
        ("I", False),
        ("Base", False),
        ("Abstract", False),
        ("Mixin", False),
        ("Baseline", False),
        ("Database", False),
        ("Dog", False),
    ],
)
def test_names_of_abstract_types(name: str, *, is_abstract: bool) -> None:
    assert is_abstract_name(name) is is_abstract


@pytest.mark.parametrize(
    "statement",
    [
        "Dog.prototype = Object.create(Animal.prototype);",
        "Dog.prototype = new Animal();",
        "Object.setPrototypeOf(Dog.prototype, Animal.prototype);",
        "Dog.prototype.__proto__ = Animal.prototype;",
        "require('util').inherits(Dog, Animal); util.inherits(Dog, Animal);",
    ],
)
def test_a_stated_prototype_is_a_base(statement: str) -> None:
    check_edges_of_code(
        "a.js",
        f"""
        function Animal() {{ function speak() {{}} }}
        function Dog() {{ function walk() {{}} function within() {{}} Animal.call(this); }}
        {statement}
        Animal.prototype.speak = function () {{}}; Animal.prototype.walk = function () {{}};
        Animal.prototype.within = function () {{}};
        Dog.prototype.speak = function () {{}}; Dog.prototype.walk = function () {{}};
        """,
        """
        Animal.speak#2 -overriddenBy-> Dog.speak
        Animal.walk -overriddenBy-> Dog.walk#2
        Dog -inherits-> Animal
        """,
        kinds=(EdgeKind.INHERITS, EdgeKind.OVERRIDDEN_BY),
    )


def test_a_class_may_extend_a_function() -> None:
    check_edges_of_code(
        "a.js",
        """
        function Animal() {}
        Animal.prototype.speak = function () {};
        class Dog extends Animal { speak() {} }
        """,
        """
        Animal.speak -overriddenBy-> Dog.speak
        Dog -inherits-> Animal
        """,
        kinds=(EdgeKind.INHERITS, EdgeKind.OVERRIDDEN_BY),
    )

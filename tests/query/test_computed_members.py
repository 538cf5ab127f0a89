"""Methods of classes that look up their own members by computed names."""

from pathlib import Path

from codeshed.discover.file_reading import FolderSourceReader
from codeshed.model.answers.caps import caps_of
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.unused.unused import UnusedRequest, unused

CODE = """
class Base:
    def run(self, name):
        return getattr(self, name)()

    def _step(self):
        return 1


class Labelled:
    def _caption(self):
        return 1


class Widget(Base, Labelled):
    def _label(self):
        return 2

    def __hidden(self):
        return 3


class Prefixed:
    def run(self, kind):
        return getattr(self, "_on_" + kind)()

    def _other(self):
        return 4


class Constant:
    def run(self):
        return getattr(
            self, "_cache", None)

    def _own(self):
        return 5


class Elsewhere:
    def run(self, other, name):
        return getattr(other, name)()

    def _own(self):
        return 6


def main(kind):
    Widget().run(kind), Prefixed().run(kind), Constant().run(), Elsewhere().run(kind, kind)


if __name__ == "__main__":
    main(input())
"""


def test_a_method_that_a_computed_name_may_mean_is_never_sure(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(CODE)
    graph = index_repository(tmp_path, types="off")
    request = UnusedRequest(caps=caps_of("wide"), include_public=True)
    report = unused(graph, request, sources=FolderSourceReader(tmp_path))
    sure = {each.node.label for each in report.functions if each.verdict == "unused_here"}
    assert sure == {"Widget.__hidden", "Prefixed._other", "Constant._own", "Elsewhere._own"}
    (doubt,) = {each.doubts for each in report.functions if each.node.label == "Widget._label"}
    assert [(each.code, each.file, each.line) for each in doubt] == [("COMPUTED_NAME", "shop.py", 4)]
    assert {each.node.label for each in report.functions} - sure == {
        "Widget._label",
        "Base._step",
        "Labelled._caption",
    }


OBJECTS = """
import { register } from "lib";
const sorts: Record<string, () => number> = {
  alpha() { return 1; },
  beta: () => 2,
};
const keyed = { ["del" + "ta"]() { return 4; }, named() { return 5; }, used() { return 6; } };
const unnamed = { fourth() { return 1; } };
const handed = { first() { return 1; }, deep: { second() { return 1; } } };
export const offered = { third() { return 1; } };
const plain = { used() { return 1; }, gone() { return 2; } };
const constant = { "used-too"() { return 1; }, left() { return 2; } };
function main(key: string) {
  register(handed);
  plain.used();
  keyed.used();
  constant["used-too"]();
  return sorts[key]();
}
main(process.argv[2]);
"""


def test_members_of_objects_that_are_asked_for_computed_names_or_passed_on_are_never_sure(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.ts").write_text(OBJECTS)
    graph = index_repository(tmp_path, types="off")
    request = UnusedRequest(caps=caps_of("wide"), include_public=True)
    report = unused(graph, request, sources=FolderSourceReader(tmp_path))
    by_label = {each.node.label: [doubt.code for doubt in each.doubts] for each in report.functions}
    assert by_label == {
        "sorts.alpha": ["COMPUTED_NAME"],
        "sorts.beta": ["COMPUTED_NAME"],
        'keyed.["del" + "ta"]': ["COMPUTED_NAME"],
        "keyed.named": [],
        "handed.first": ["HANDED_OVER"],
        "handed.deep.second": ["HANDED_OVER"],
        "offered.third": ["HANDED_OVER"],
        "unnamed.fourth": ["HANDED_OVER"],
        "plain.gone": [],
        "constant.left": [],
    }


STAND_IN = """
class Server:
    def send(self):
        return 1

def serve(server):
    return server.send()

serve(Server())
"""
TEST_OF_IT = """
import server


class Fake:
    def send(self):
        return 2

    def recv(self):
        return 3

    def sent(self):
        return 4


def test_it(monkeypatch):
    monkeypatch.setattr(server, "Server", Fake)
    Fake().sent()
"""


def test_a_method_of_a_stand_in_in_tests_is_never_sure(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(STAND_IN)
    (tmp_path / "test_server.py").write_text(TEST_OF_IT)
    graph = index_repository(tmp_path, types="off")
    request = UnusedRequest(caps=caps_of("wide"), include_public=True)
    report = unused(graph, request, sources=FolderSourceReader(tmp_path))
    verdicts = {each.node.label: each.verdict for each in report.functions}
    assert verdicts == {"Fake.send": "perhaps", "Fake.recv": "unused"}


PROXY = """
from library import translate


class Proxy:
    def __init__(self, name):
        self.name = name

    def get_uri(self):
        return self.name


print(translate(Proxy("a")))
"""


def test_a_method_is_never_sure_if_other_code_gets_what_a_constructor_makes(tmp_path: Path) -> None:
    (tmp_path / "proxy.py").write_text(PROXY)
    graph = index_repository(tmp_path, types="off")
    request = UnusedRequest(caps=caps_of("wide"), include_public=True)
    report = unused(graph, request, sources=FolderSourceReader(tmp_path))
    (entry,) = report.functions
    assert [each.code for each in entry.doubts] == ["HANDED_OVER"]

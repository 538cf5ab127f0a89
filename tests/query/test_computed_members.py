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
    sure = {each.node.label for each in report.functions if each.verdict == "unused"}
    assert sure == {"Widget.__hidden", "Prefixed._other", "Constant._own", "Elsewhere._own"}
    (doubt,) = {each.doubts for each in report.functions if each.node.label == "Widget._label"}
    assert [(each.code, each.file, each.line) for each in doubt] == [("COMPUTED_NAME", "shop.py", 4)]
    assert {each.node.label for each in report.functions} - sure == {
        "Widget._label",
        "Base._step",
        "Labelled._caption",
    }

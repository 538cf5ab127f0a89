"""Whether a contract is complete, by each of the three rules."""

import pytest

from codeshed.graph.data.kinds import NodeFlag
from tests.support.notation import project

DECLARED, REGISTRY, PLAIN = (
    NodeFlag.DECLARED_COMPLETE,
    NodeFlag.REGISTRY_COMPLETE,
    NodeFlag.PLAIN_COMPLETE,
)
ALL = DECLARED | REGISTRY | PLAIN


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        ("def f()", NodeFlag(0)),
        ("def f() -> int", ALL),
        ("def f(x) -> int", NodeFlag(0)),
        ("def f(x: int) -> int", ALL),
        ("def f(x: Any) -> int", REGISTRY | PLAIN),
        ("def f(x: object) -> int", REGISTRY | PLAIN),
        ("def f(x: unknown) -> int", REGISTRY | PLAIN),
        ("def f(x: int) -> Any", REGISTRY | PLAIN),
        ("def f(x: Any|None) -> int", REGISTRY | PLAIN),
        ("def f(x: Optional[Any]) -> int", REGISTRY | PLAIN),
        ("def f(x: list[Any]) -> int", ALL),
        ("def f(self, x: int) -> int", DECLARED),
        ("def f(*args: int, **kwargs: int) -> int", ALL),
        ("def f(*args, **kwargs: int) -> int", NodeFlag(0)),
        ("def __init__(self, x: int)", DECLARED),
        ("def make(x: int) [ctor]", DECLARED),
        ("def __init__(self, x)", NodeFlag(0)),
        ("def f(x: Free) -> int", PLAIN),
        ("def f(x: Bound) -> int", ALL),
        ("def f(x: Constrained) -> int", ALL),
    ],
)
def test_signatures(signature: str, expected: NodeFlag) -> None:
    notation = f"typevar Free\ntypevar Bound(int)\ntypevar Constrained(int, str)\n{signature}"
    graph = project(notation).graph()
    row = next(row for row in range(len(graph.nodes)) if graph.nodes.kinds[row] == 1)
    assert NodeFlag(int(graph.nodes.flags[row])) & ALL == expected

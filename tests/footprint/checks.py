"""One check for footprints: a project in the notation, a start, and the steps that follow from it."""

from codeshed.footprint.options import FootprintOptions, Mode, Policy
from codeshed.query.footprint import FootprintResult, footprint_of
from tests.support.expectations import assert_expected
from tests.support.notation import project

DOCUMENTED = (
    "Convert the value x into a result. Returns the computed result for the caller to use in later steps."
)


def result_of(
    notation: str,
    *starts: str,
    policy: str = "closure",
    mode: str = "academic",
    depth: int = 2,
    max_tokens: int | None = None,
) -> FootprintResult:
    """Return the footprint of some starts."""
    options = FootprintOptions(policy=Policy(policy), mode=Mode(mode), depth=depth, max_tokens=max_tokens)
    return footprint_of(project(notation).graph(), starts, options)


def check_steps(
    notation: str, start: str, expected: str, *, policy: str = "closure", mode: str = "academic"
) -> None:
    """Check every step, one a line: depth, way, node, decision."""
    result = result_of(notation, start, policy=policy, mode=mode)
    lines = [
        f"{step.depth} {step.incoming_edge_kind or 'start'} {step.node}"
        + (f" from {step.source}" if step.source else "")
        + (f" [{step.decision}]" if step.decision else "")
        for step in result.traversal_steps
    ]
    assert_expected("\n".join(lines).replace("a.py::", ""), expected)


def check_reached(notation: str, policy: str, mode: str, expected: str) -> None:
    """Check what every function and variable reaches, one a line: `f: f g h`."""
    graph = project(notation).graph()
    options = FootprintOptions(policy=Policy(policy), mode=Mode(mode))
    lines = []
    for row, symbol in enumerate(graph.nodes.symbols):
        if graph.nodes.kinds[row] in {1, 2}:
            result = footprint_of(graph, symbol, options)
            lines.append(f"{symbol}: {' '.join(result.reachable_set)}")
    assert_expected("\n".join(lines).replace("a.py::", ""), expected)

"""Data-flow summaries as short, readable text for expectations."""

from collections.abc import Sequence

from codeshed.model.facts.data_flow import FlowForm, FunctionFlows, Place, PlaceKind


def list_flows(functions: Sequence[FunctionFlows]) -> str:
    """Write each function with its flows: `param0.GET -> call1.receiver`, with `(start)` or `(inside)` for parts of texts."""
    lines = []
    for number, function in enumerate(functions):
        calls = " ".join(
            f"{index}:{call.name or '?'}{'?' if call.is_tested else ''}"
            + "".join(f"[{slot}={text}]" for slot, text in call.constants)
            for index, call in enumerate(function.calls)
        )
        parameters = ", ".join(function.parameters)
        lines.append(f"#{number}({parameters}) in #{function.parent}{f'  calls {calls}' if calls else ''}")
        lines += [
            f"  {_place(flow.source)} -> {_place(flow.target)}"
            f"{'' if flow.form is FlowForm.WHOLE else f' ({flow.form.name.lower()})'}"
            for flow in function.flows
        ]
    return "\n".join(lines)


def _place(place: Place) -> str:
    number, name = place.number, place.name
    root = {
        PlaceKind.PARAMETER: "this" if number < 0 else f"param{number}",
        PlaceKind.RESULT: f"call{number}",
        PlaceKind.NAME: f"{name}@{number}",
        PlaceKind.FUNCTION: f"#{number}",
        PlaceKind.RETURN: "return",
        PlaceKind.ARGUMENT: f"call{number}[{name}]",
        PlaceKind.RECEIVER: f"call{number}.receiver",
        PlaceKind.CALLEE: f"call{number}.callee",
        PlaceKind.TEST: f"test {name}",
    }[place.kind]
    return "".join((root, *(f".{field}" for field in place.fields)))

"""Documentation within annotations (PEP 727).

Turns: `Annotated[int, Doc("…")]` → the text of `Doc`.
"""

from codeshed.model.facts.python_facts import Call, Compound, Expression, Literal, Subscript


def annotated_documentation(annotation: Expression | None) -> str | None:
    """Return the text of `Doc` in an annotation."""
    pending = [] if annotation is None else [annotation]
    while pending:
        current = pending.pop()
        if isinstance(current, Call) and getattr(current.function, "name", "") == "Doc" and current.arguments:
            text = current.arguments[0].value
            return text.text if isinstance(text, Literal) else None
        if isinstance(current, Compound):
            pending += current.parts
        elif isinstance(current, Subscript):
            pending.append(current.index)
    return None

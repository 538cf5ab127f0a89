"""Contracts before and after a change, and the calls that the change breaks.

Turns: two Contracts → ContractChanges; a call + its bindings in both → BrokenCalls.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from codeshed.model.answers.contracts_answer import ContractChange, ContractChangeCode, ContractSignature
from codeshed.model.semantic import Definition, DefinitionDetails, ParameterKind, TypeSource
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, last_name
from codeshed.query.contracts.contract_signatures import shown_signature, tooling_signature
from codeshed.query.contracts.signatures import (
    CallArgument,
    Signature,
    SignatureParameter,
    binding_problems,
    bound_arguments,
)

_POSITIONAL = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)
_RAISES_FIELD = re.compile(r":(?:raises?|exception|except)\s+([\w.]+)\s*:")
_RAISES_SECTION = re.compile(
    r"^[ \t]*(?:Raises|Throws)\s*:?[ \t]*\n(?:[ \t]*-{3,}[ \t]*\n)?((?:[ \t]+.*\n?|\s*\n)+)", re.MULTILINE
)
_RAISES_TAG = re.compile(r"@(?:throws|exception)\s+\{?([\w.]+)")
_ERROR_NAME = re.compile(r"^[ \t]*([A-Z][\w.]*)\s*(?::|$|\()", re.MULTILINE)


_NOTHING = frozenset({"None", "void", "Unit", "()"})


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """What a symbol promises its callers. Types are named without their files, so that a move is no change."""

    shown: ContractSignature
    parameters: tuple[SignatureParameter, ...]
    returns: str | None = None
    is_async: bool = False
    raises: tuple[str, ...] = ()


class CallUse(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a call's result; None if that is not known."""

    is_awaited: bool | None = None
    is_result_used: bool | None = None


def contract_of(signature: Signature | None, definition: Definition | None) -> Contract:
    """Return the contract of a symbol, its bound parameters left out."""
    details = DefinitionDetails() if definition is None else definition.details
    declared = details.return_types if details.return_type_source is not TypeSource.INFERRED else None
    return Contract(
        shown=ContractSignature(
            declared=None if definition is None else shown_signature(definition.signature),
            tooling=None if definition is None else tooling_signature(definition.name, details),
        ),
        parameters=() if signature is None else signature.without_first(signature.n_bound),
        returns=None if not declared else " | ".join(_type_name(each) for each in declared),
        is_async=details.modifiers is not None and details.modifiers.is_async,
        raises=_documented_errors("" if definition is None else definition.documentation or ""),
    )


def contract_changes(before: Contract, after: Contract) -> tuple[ContractChange, ...]:
    """Return how two contracts differ."""
    return (*_parameter_changes(before.parameters, after.parameters), *_other_changes(before, after))


def _parameter_changes(
    before: Sequence[SignatureParameter], after: Sequence[SignatureParameter]
) -> Iterator[ContractChange]:
    old, new = ({each.name: each for each in some} for some in (before, after))
    renamed = dict(_renamed(before, after))
    for name, each in old.items():
        if name in renamed:
            message = f"parameter {name!r} is now {renamed[name]!r}"
            is_breaking = each.kind is not ParameterKind.POSITIONAL_ONLY
            yield _change("parameter_renamed", message, name, is_breaking=is_breaking)
        elif name not in new:
            yield _change("parameter_removed", f"parameter {name!r} is gone", name)
    for name, each in new.items():
        if name in old:
            yield from _changes_of_one(old[name], each)
        elif name not in renamed.values():
            is_required = not each.has_default and "VARIADIC" not in each.kind.name
            code: ContractChangeCode = "parameter_required" if is_required else "parameter_added"
            what = "new parameter that has no default" if is_required else "new parameter with a default"
            yield _change(code, f"{name!r} is a {what}", name, is_breaking=is_required)
    places = [_places(some, old.keys() & new.keys()) for some in (before, after)]
    for name in sorted(old.keys() & new.keys()):
        one, other = places[0].get(name), places[1].get(name)
        if one is not None and other is not None and one != other:
            yield _change("parameter_reordered", f"parameter {name!r} has moved", name)


def _changes_of_one(old: SignatureParameter, new: SignatureParameter) -> Iterator[ContractChange]:
    name = new.name
    if old.kind is not new.kind:
        message = f"parameter {name!r} was {_kind(old.kind)}, and is {_kind(new.kind)}"
        is_wider = new.kind is ParameterKind.POSITIONAL_OR_KEYWORD
        yield _change("parameter_kind", message, name, is_breaking=not is_wider)
    if old.has_default and not new.has_default and "VARIADIC" not in new.kind.name:
        yield _change("parameter_required", f"parameter {name!r} has lost its default", name)
    elif old.has_default and new.has_default and old.default != new.default:
        message = f"the default of {name!r} was {old.default}, and is {new.default}"
        yield _change("default_changed", message, name)
    one, other = _type_name(old.declared or ""), _type_name(new.declared or "")
    if one != other and one and other:
        message = f"the type of {name!r} was {one}, and is {other}"
        yield _change("parameter_type", message, name, is_breaking=False)


def _other_changes(before: Contract, after: Contract) -> Iterator[ContractChange]:
    if before.is_async is not after.is_async:
        code: ContractChangeCode = "became_async" if after.is_async else "became_sync"
        word = (
            "a coroutine now: it must be awaited"
            if after.is_async
            else "no coroutine any more: nothing to await"
        )
        yield _change(code, f"it is {word}")
    if before.returns != after.returns and before.returns is not None and after.returns is not None:
        message = f"it returned {before.returns}, and returns {after.returns}"
        # Nobody uses a result that is nothing.
        yield _change("return_type", message, is_breaking=before.returns not in _NOTHING)
    new = [each for each in after.raises if each not in before.raises]
    if new:
        yield _change("raises", f"it may raise {', '.join(new)}, as its documentation says")


def broken_call(  # noqa: PLR0911 - one answer for each kind of change
    change: ContractChange, before: Contract, after: Contract, arguments: Sequence[CallArgument], use: CallUse
) -> bool:
    """Whether a change breaks, or may break, a call: its arguments, or what it expects of the result."""
    if not change.is_breaking:
        return False
    if change.code in {"became_async", "became_sync"}:
        return use.is_awaited is None or use.is_awaited is (change.code == "became_sync")
    if change.code == "return_type":
        return use.is_result_used is not False
    if change.code == "raises":
        return True
    old, new = (_bound_names(each.parameters, arguments) for each in (before, after))
    if change.code == "default_changed":
        has_spread = any(each.kind.name.startswith("SPREAD") for each in arguments)
        return change.parameter not in new and not has_spread
    if change.code == "parameter_reordered":
        return any(old[name] != new.get(name, old[name]) for name in old) and change.parameter in old
    if binding_problems(before.parameters, arguments):
        return False
    problems = binding_problems(after.parameters, arguments)
    return any(repr(change.parameter) in each or "positional" in each for each in problems)


def _bound_names(
    parameters: Sequence[SignatureParameter], arguments: Sequence[CallArgument]
) -> Mapping[str, str]:
    return {each.parameter.name: each.argument.text for each in bound_arguments(parameters, arguments)}


def _renamed(
    before: Sequence[SignatureParameter], after: Sequence[SignatureParameter]
) -> Iterator[tuple[str, str]]:
    """Yield parameters that have another name at the same place, with nothing else about them changed."""
    old, new = {each.name for each in before}, {each.name for each in after}
    if len(before) != len(after):
        return
    for one, other in zip(before, after, strict=True):
        is_new_name = one.name not in new and other.name not in old
        if is_new_name and one.kind is other.kind and one.has_default is other.has_default:
            yield one.name, other.name


def _places(parameters: Sequence[SignatureParameter], names: set[str]) -> dict[str, int]:
    kept = [each.name for each in parameters if each.kind in _POSITIONAL and each.name in names]
    return {name: place for place, name in enumerate(kept)}


def _change(
    code: ContractChangeCode, message: str, parameter: str | None = None, *, is_breaking: bool = True
) -> ContractChange:
    return ContractChange(code=code, message=message, is_breaking=is_breaking, parameter=parameter)


def _kind(kind: ParameterKind) -> str:
    return kind.name.lower().replace("_", " ")


def _type_name(text: str) -> str:
    return " | ".join(
        last_name(each.strip().partition("[")[0])
        if "::" in each
        else each.strip().removeprefix(EXTERNAL_PREFIX)
        for each in text.split("|")
    )


def _documented_errors(text: str) -> tuple[str, ...]:
    found = [*_RAISES_FIELD.findall(text), *_RAISES_TAG.findall(text)]
    for section in _RAISES_SECTION.findall(f"{text}\n"):
        found += _ERROR_NAME.findall(section)
    return tuple(sorted(set(found)))

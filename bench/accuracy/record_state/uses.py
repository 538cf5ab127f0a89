"""From what was seen to what each function read and wrote.

Turns: places + sightings → uses of variables by functions, as JSON takes them.
"""

import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bench.accuracy.record_state.fields import FieldFamilies, field_of
from bench.accuracy.record_state.manners import CALLED, EFFECTS, Effect, Manner, changes_container
from bench.accuracy.record_state.outline import PackageOutline, Variable
from bench.accuracy.record_state.rewriting import Place
from bench.accuracy.record_state.sightings import Sightings

_TYPE_FORMS = (type, types.GenericAlias, types.UnionType, typing.TypeVar, typing.ParamSpec, typing.NewType)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One variable at one place, and how the access to it looks."""

    variable: Variable
    place: int
    subject: str


@dataclass(slots=True)
class _Use:
    lines: set[int] = field(default_factory=set)
    manners: set[str] = field(default_factory=set)
    is_optional: bool = True


def recorded_uses(
    package: PackageOutline, places: Sequence[Place], sightings: Sightings
) -> tuple[list[object], list[object]]:
    """Return the uses, and the fields that stand for others."""
    families = FieldFamilies(package)
    seen = [
        each
        for number in range(len(places))
        if sightings.is_seen(number)
        for each in _variables_at(number, places[number], sightings, families)
    ]
    effects = _effects(places, sightings)
    uses: dict[tuple[str, str, str, str, str, bool], _Use] = {}
    for each in seen:
        place = places[each.place]
        variable = families.root(each.variable)
        module = package.modules[place.module]
        user = f"{place.module}.{place.user}" if place.user else place.module
        is_doubtful = _is_doubtful(variable, place, package)
        for kind, is_firm in _kinds(effects[each.place]):
            key = (module.path, user, variable.path, variable.name, kind, variable.is_field)
            use = uses.setdefault(key, _Use())
            use.lines.add(place.line)
            use.manners.add(_manner_text(place, each.subject))
            use.is_optional = use.is_optional and (is_doubtful or not is_firm)
    return [_use_record(key, use) for key, use in sorted(uses.items())], _aliases(families)


def _variables_at(number: int, place: Place, sightings: Sightings, families: FieldFamilies) -> Iterator[Seen]:
    """Yield the variables that a place used."""
    package = families.package
    if not place.is_attribute:
        yield from _named_at(number, place, package)
        return
    for receiver in sightings.types[number]:
        variable = families.join(receiver, place.name, is_class=False)
        if variable is not None:
            yield Seen(variable=variable, place=number, subject="self.x" if place.is_self else "value.x")
    for namespace in sightings.namespaces[number].values():
        if isinstance(namespace, type):
            variable = families.join(namespace, place.name, is_class=True)
            subject = "cls.x" if place.is_self else "Class.x"
        else:
            variable = package.find_variable(getattr(namespace, "__name__", ""), place.name)
            subject = "module.NAME"
        if variable is not None:
            yield Seen(variable=variable, place=number, subject=subject)


def _named_at(number: int, place: Place, package: PackageOutline) -> Iterator[Seen]:
    if place.class_name is None:
        variable = package.find_variable(place.module, place.name)
        if variable is not None:
            yield Seen(variable=variable, place=number, subject="NAME")
        return
    outline = package.modules[place.module].classes[place.class_name]
    if place.name in outline.fields:
        yield Seen(variable=field_of(place.module, outline, place.name), place=number, subject="x")


def _effects(places: Sequence[Place], sightings: Sightings) -> dict[int, Effect]:
    """Return what each place does; a method changes its holder if that was seen to be a container."""
    effects = {number: EFFECTS[place.manner] for number, place in enumerate(places)}
    for number, place in enumerate(places):
        if place.holder is not None and places[place.holder].manner is Manner.MUTATED:
            is_container = any(changes_container(kind, place.name) for kind in sightings.types[number])
            effects[place.holder] = EFFECTS[Manner.MUTATED] if is_container else CALLED
    return effects


def _kinds(effect: Effect) -> Iterator[tuple[str, bool]]:
    for kind in effect.firm:
        yield kind, True
    for kind in effect.optional:
        yield kind, False


def _is_doubtful(variable: Variable, place: Place, package: PackageOutline) -> bool:
    """Whether it can be argued that a variable is none: special names, types, fallbacks for imports."""
    module_name, _, name = variable.name.rpartition(".")
    if name.startswith("__") and name.endswith("__"):
        return True
    if variable.is_field:
        return False
    if package.is_ambiguous(module_name, name):
        return True
    if not place.is_attribute and package.is_ambiguous(place.module, place.name):
        return True
    value = getattr(sys.modules.get(module_name), name, None)
    return isinstance(value, _TYPE_FORMS) or type(value).__module__ == "typing"


def _manner_text(place: Place, subject: str) -> str:
    text = place.manner.value.format(subject)
    if place.class_name is not None:
        return f"{text} in the body of a class"
    is_initialiser = place.manner is Manner.ASSIGNED and not place.user and not place.is_attribute
    return f"{text} at the top level" if is_initialiser else text


def _use_record(key: tuple[str, str, str, str, str, bool], use: _Use) -> Mapping[str, object]:
    path, user, variable_path, variable, kind, is_field = key
    record: dict[str, object] = {
        "user": {"path": path, "name": user},
        "variable": {"path": variable_path, "name": variable},
        "kind": kind,
        "scope": "class" if is_field else "module",
        "lines": sorted(use.lines),
        "manners": sorted(use.manners),
    }
    if use.is_optional:
        record["is_optional"] = True
    return record


def _aliases(families: FieldFamilies) -> list[object]:
    """Return the fields that are another class's field declared again."""
    again = sorted(
        (each.path, each.name, root.path, root.name)
        for each in families.parents
        if (root := families.root(each)) != each
    )
    return [
        {"variable": {"path": path, "name": name}, "stands_for": {"path": root_path, "name": root_name}}
        for path, name, root_path, root_name in again
    ]

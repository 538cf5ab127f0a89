"""What the entry points in manifests refer to.

Turns: DeclaredEntries → the functions, classes and modules of the project that they name.
"""

from dataclasses import dataclass

from codeshed.resolve.entry_points.callables import Callables
from codeshed.resolve.entry_points.manifests import DeclaredEntry
from codeshed.resolve.program import Program
from codeshed.resolve.static import Entity, EntityKind, StaticNames

_SOURCE_FOLDERS = ("src", "lib", "python")
_NAMED = frozenset({EntityKind.FUNCTION, EntityKind.CLASS})


@dataclass(frozen=True, slots=True)
class Reference:
    """What `shop.cli:main` names: entities, or with nothing behind a colon the module's file."""

    entities: tuple[Entity, ...] = ()
    file: int | None = None


def find_reference(
    entry: DeclaredEntry, program: Program, static: StaticNames, callables: Callables
) -> Reference:
    """Return what an entry refers to; modules are sought from the manifest's folder."""
    target = entry.reference.split("[", 1)[0].strip()
    module_name, _, inner = (part.strip() for part in target.partition(":"))
    file = _find_module(program, entry.manifest.rpartition("/")[0], module_name)
    if file is None:
        return Reference()
    entities: tuple[Entity, ...] = (Entity(EntityKind.MODULE, number=file),)
    if not inner:
        return Reference(file=file)
    for name in inner.split("."):
        entities = tuple(found for each in entities for found in _members(each, name, static, callables))
    return Reference(entities=tuple(each for each in entities if each.kind in _NAMED))


def _members(owner: Entity, name: str, static: StaticNames, callables: Callables) -> tuple[Entity, ...]:
    if owner.kind is EntityKind.CLASS:
        method = callables.method(owner.number, name)
        return () if method is None else (method,)
    return static.member(owner, name)


def _find_module(program: Program, folder: str, module_name: str) -> int | None:
    if not module_name or not all(part.isidentifier() for part in module_name.split(".")):
        return None
    below = f"{folder}/" if folder else ""
    near = [folder, *(f"{below}{name}" for name in _SOURCE_FOLDERS)]
    others = [root for root in program.modules.roots if root.startswith(below) and root not in near]
    for root in near:
        found = program.modules.at(root, module_name)
        if isinstance(found, int):
            return found
    targets = {program.modules.at(root, module_name) for root in others}
    files = [target for target in targets if isinstance(target, int)]
    return files[0] if len(files) == 1 else None

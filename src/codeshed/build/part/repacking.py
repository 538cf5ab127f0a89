"""Updates packs after an edit.

Turns: PartPacks + the parts of changed documents → the packs that packing all parts would give. Packs without a change
are reused.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from codeshed.build.part.document_part import DocumentPart
from codeshed.build.part.part_pack import PartPack, iter_pack_members, pack_parts, unpack_parts


class Repacked(msgspec.Struct, frozen=True, kw_only=True):
    """All packs by path; changed and removed packs are named by the path of their first document."""

    packs: tuple[PartPack, ...]
    changed: dict[str, PartPack]
    removed: tuple[str, ...]


def repack(
    old: Sequence[PartPack], changed: Mapping[str, DocumentPart], removed: Collection[str]
) -> Repacked:
    """Replace the parts of changed documents, and drop those of removed ones."""
    pack_by_path = {path: pack for pack in old for path in pack.paths}
    taken = _Parts(pack_by_path, changed)
    packs: list[PartPack] = []
    new: dict[str, PartPack] = {}
    for paths in iter_pack_members(sorted(({*pack_by_path} - {*removed}) | {*changed}), str):
        known = pack_by_path.get(paths[0])
        if known is None or known.paths != tuple(paths) or not changed.keys().isdisjoint(paths):
            known = new[paths[0]] = pack_parts([taken.get(path) for path in paths])
        packs.append(known)
    firsts = {pack.paths[0] for pack in packs}
    return Repacked(
        packs=tuple(packs),
        changed=new,
        removed=tuple(pack.paths[0] for pack in old if pack.paths[0] not in firsts),
    )


class _Parts:
    """Parts by path; a pack is unpacked when the first of its parts is requested."""

    def __init__(self, pack_by_path: Mapping[str, PartPack], changed: Mapping[str, DocumentPart]) -> None:
        self._pack_by_path = pack_by_path
        self._part_by_path = dict(changed)

    def get(self, path: str) -> DocumentPart:
        """Return the current part of a document."""
        if path not in self._part_by_path:
            for part in unpack_parts(self._pack_by_path[path]):
                self._part_by_path.setdefault(part.head.path, part)
        return self._part_by_path[path]

"""The external symbols of an index: how each document uses them, their signatures, and their part of the graph.

Turns: changed documents + what an index knows of the others → CurrentExternals → parts of an index; an IndexReader →
ExternalSymbols. A signature is stored once, since thousands of files may use a function.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from codeshed.build.documentation import DocumentationScorer
from codeshed.build.part.document_part import ExternalsPart
from codeshed.build.part.make_part import make_externals_part
from codeshed.build.part.part_pack import decode_externals, encode_pack
from codeshed.build.size import SizeFunction
from codeshed.errors import StoreDamagedError
from codeshed.model.facts.type_facts import ExternalSignature, ExternalSignatures
from codeshed.model.semantic import Document, ExternalSymbol
from codeshed.resolve.external_symbols import (
    ExternalUse,
    ExternalUses,
    external_symbols_of,
    find_external_uses,
)
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader

_USES = "externals"
_PART = "externals part"
_SIGNATURES = "external signatures"

_Signatures = dict[str, tuple[ExternalSignature, ...]]
_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode_uses = msgspec.msgpack.Decoder(ExternalUses).decode
_decode_signatures = msgspec.msgpack.Decoder(_Signatures).decode


class CurrentExternals(msgspec.Struct, frozen=True, kw_only=True):
    """The part of all external symbols, how changed documents use them, and which documents were removed.

    `signatures` are None if the index has the part already.
    """

    part: ExternalsPart
    uses: dict[str, bytes]
    removed: tuple[str, ...]
    signatures: _Signatures | None


def find_externals(
    reader: IndexReader | None,
    documents: Mapping[str, Document],
    removed: tuple[str, ...],
    signatures_in: Callable[[str], ExternalSignatures],
    measured_by: tuple[SizeFunction, DocumentationScorer],
) -> CurrentExternals:
    """Find the external symbols of all documents; `signatures_in` tells those of the functions that a file runs."""
    uses: dict[str, bytes] = {}
    found: _Signatures = {}
    for path, document in documents.items():
        signatures = signatures_in(path)
        used = find_external_uses(document, signatures)
        uses[path] = _encode(used)
        found |= {symbol: signatures[symbol] for symbol, use in used.items() if use.has_signature}
    known = None if reader is None else _known_part(reader, uses, removed)
    if known is not None:
        return CurrentExternals(part=known, uses=uses, removed=removed, signatures=None)
    together = _all_uses(reader, uses, removed)
    found = _used_signatures(_stored_signatures(reader) | found, together)
    part = make_externals_part(external_symbols_of(together, found), *measured_by)
    return CurrentExternals(part=part, uses=uses, removed=removed, signatures=found)


def write_externals(externals: CurrentExternals, change: IndexChange) -> None:
    """Write the new uses, part and signatures, and remove the uses of removed documents."""
    change.remove_parts(_USES, externals.removed)
    change.put_parts(_USES, externals.uses.items())
    if externals.signatures is not None:
        change.put_shared(_PART, encode_pack(externals.part))
        change.put_shared(_SIGNATURES, _encode(externals.signatures))


def stored_external_symbols(reader: IndexReader) -> tuple[ExternalSymbol, ...]:
    """Return all external symbols that the repository uses."""
    try:
        return external_symbols_of(_all_uses(reader, {}, ()), _stored_signatures(reader))
    except msgspec.DecodeError as error:
        raise StoreDamagedError(str(reader.index_dir), f"a part is not readable: {error}") from error


def _known_part(
    reader: IndexReader, uses: Mapping[str, bytes], removed: tuple[str, ...]
) -> ExternalsPart | None:
    """Return the stored part, unless other external symbols are used now."""
    content = reader.read_shared(_PART)
    is_same = all(reader.read_part(_USES, path) == each for path, each in uses.items())
    return decode_externals(content) if content is not None and is_same and not removed else None


def _all_uses(
    reader: IndexReader | None, uses: Mapping[str, bytes], removed: tuple[str, ...]
) -> list[ExternalUses]:
    old: Iterable[tuple[str, bytes]] = () if reader is None else reader.iter_parts(_USES)
    kept = [content for path, content in old if path not in uses and path not in removed]
    return [_decode_uses(each) for each in (*kept, *uses.values())]


def _stored_signatures(reader: IndexReader | None) -> _Signatures:
    content = None if reader is None else reader.read_shared(_SIGNATURES)
    return {} if content is None else _decode_signatures(content)


def _used_signatures(signatures: _Signatures, together: Iterable[Mapping[str, ExternalUse]]) -> _Signatures:
    """Return the signatures that a new index would have: of functions that a document uses with its signature."""
    used = {symbol for uses in together for symbol, use in uses.items() if use.has_signature}
    return {symbol: signatures[symbol] for symbol in sorted(used) if symbol in signatures}

"""DocumentFlows: the data-flow summaries of one document, with the symbols that its functions, calls and names mean."""

import zlib

import msgspec

from codeshed.model.facts.data_flow import FunctionFlows


class CallTarget(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A symbol that a call may run, and how sure that is, in hundredths."""

    symbol: str
    confidence: int


class JoinedFlows(msgspec.Struct, frozen=True, array_like=True):
    """One summary: the symbol of its function, the targets of its calls by number, the symbols of sources by flow.

    Without a symbol it is the file's own code, or a function without a name. Calls without a known target, and sources
    that are no member or name of a known symbol, are left out.
    """

    summary: FunctionFlows
    symbol: str | None = None
    targets: dict[int, tuple[CallTarget, ...]] = {}
    sources: dict[int, str] = {}


class DocumentFlows(msgspec.Struct, frozen=True, array_like=True):
    """The summaries of one document by their numbers."""

    path: str
    functions: tuple[JoinedFlows, ...]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(DocumentFlows).decode


def pack_flows(flows: DocumentFlows) -> bytes:
    """Encode the flows of a document; equal flows have equal bytes."""
    return zlib.compress(_encode(flows), 1)


def unpack_flows(content: bytes) -> DocumentFlows:
    """Decode what `pack_flows` encoded."""
    return _decode(zlib.decompress(content))

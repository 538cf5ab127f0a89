"""The parts of a composite context: the code that a model or a reviewer needs to work on a seed.

`docs/reference/context.md` explains each.
"""

from typing import Literal

import msgspec

from codeshed.model.answers.answer_graph import GraphEdgeV1, GraphNodeV1, Version
from codeshed.model.answers.node_references import Confidence, NodeRef, SeedRef
from codeshed.model.answers.truncation import TruncationRecord

TypeRole = Literal["param", "return", "field", "var", "typeAlias", "unknown"]
FactSource = Literal["declared", "inferred", "tooling", "heuristic"]
PieceForm = Literal["full", "signature", "line"]
PieceRole = Literal["use", "likely", "caller", "test", "override", "owner"]


class LineRange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Lines of a file, both ends included."""

    start_line: int
    end_line: int


class ExcerptProvenance(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The chunk of the index that an excerpt is from."""

    chunk_uid: str | None = None
    chunk_id: str | None = None
    segment_id: str | None = None


class PrimaryExcerpt(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The text of a seed, or its first lines. The hash is that of the excerpt: SHA-256 of its UTF-8 bytes.

    The range has the lines of the excerpt. If there is no room for it, there is neither range nor hash; nor if all of it is
    in the excerpt of an earlier seed, which `within` names. `ref` is null if the seed is not resolved.
    """

    ref: NodeRef | None
    file: str | None
    excerpt: str
    range: LineRange | None = None
    excerpt_hash: str | None = None
    provenance: ExcerptProvenance | None = None
    is_cut: bool = False
    within: NodeRef | None = None


class TypeFactV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The type of a parameter, result, field or variable, and how it is known."""

    subject: NodeRef
    role: TypeRole
    type: str
    name: str | None = None
    source: FactSource | None = None
    confidence: Confidence | None = None


class TypesSlice(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Known types, the seed's own first."""

    facts: tuple[TypeFactV1, ...]


class GraphSliceV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The graph around a seed, as in a graph context pack; its basis is that of the context.

    A node has only the fields that its key does not imply, and an edge only its first site. If the budget cut it, it has the
    best edges, their ends, and the seeds.
    """

    version: Version
    seed: SeedRef
    nodes: tuple[GraphNodeV1, ...]
    edges: tuple[GraphEdgeV1, ...]
    truncation: tuple[TruncationRecord, ...] = ()


class FlowPath(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The path of a value."""

    nodes: tuple[NodeRef, ...]
    call_site_ids_by_step: tuple[tuple[str, ...], ...] | None = None


class FlowCallSite(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A call site on the path of a value."""

    call_site_id: str
    file: str
    start_line: int
    start_col: int
    end_line: int
    end_col: int
    snippet_hash: str | None = None


class FlowEvidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The call sites of a flow."""

    call_sites: tuple[FlowCallSite, ...] | None = None


class RiskFlowSummaryV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A flow of an untrusted value from a source to a sensitive sink."""

    path: FlowPath
    flow_id: str | None = None
    source_chunk_uid: str | None = None
    sink_chunk_uid: str | None = None
    category: str | None = None
    severity: str | None = None
    confidence: Confidence | None = None
    evidence: FlowEvidence | None = None


class RiskSlice(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The flows through a seed."""

    flows: tuple[RiskFlowSummaryV1, ...]


class PieceUseV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How a piece uses a seed or a member of one: the type of edge, and the first line.

    `edge_type` is `overrides` or `overriddenBy` if one method overrides the other. The text of the line is left out where the
    piece contains it. For an indirect test, `of` is the symbol that it uses, and `way` the path from there to a seed.
    """

    of: NodeRef
    edge_type: str
    line: int | None = None
    text: str | None = None
    way: tuple[NodeRef, ...] = ()


class PieceV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Related code that helps to work on the seed: a symbol, or a module-level statement, whose `ref` is the file.

    `form` says how much of it is included, `role` its relation to the seed: certainly used, likely used, a caller, a test, an
    override, or the class around another piece. `inside` is the name of the enclosing function, `use` how it uses the seed.
    `likelihood` and `why` are there on request.
    """

    ref: NodeRef
    file: str
    range: LineRange
    form: PieceForm
    role: PieceRole
    text: str
    tokens: int
    inside: str | None = None
    use: PieceUseV1 | None = None
    likelihood: Confidence | None = None
    why: tuple[str, ...] = ()


class LeftOutV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Related code that did not fit into the budget in this form, and a budget into which it fits.

    `fits_at` is in tokens, or in bytes if the limit is in bytes. `line` is the first line of a module-level statement, whose
    `ref` is only its file.
    """

    ref: NodeRef
    form: PieceForm
    tokens: int
    fits_at: int
    line: int | None = None

"""The parts of a composite context: the code that a model or a reviewer needs to work on a seed.

`docs/reference/context.md` explains each.
"""

from typing import Literal

import msgspec

from codeshed.model.answer_pieces import GraphEdgeV1, GraphNodeV1, Version
from codeshed.model.limits import TruncationRecord
from codeshed.model.references import Confidence, NodeRef, SeedRef

TypeRole = Literal["param", "return", "field", "var", "typeAlias", "unknown"]
FactSource = Literal["declared", "inferred", "tooling", "heuristic"]
PieceForm = Literal["full", "signature", "line"]
PieceRole = Literal["use", "likely", "caller", "test", "override", "owner"]


class LineRange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Lines of a file, both ends included."""

    start_line: int
    end_line: int


class ExcerptProvenance(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Which chunk of the index an excerpt is."""

    chunk_uid: str | None = None
    chunk_id: str | None = None
    segment_id: str | None = None


class PrimaryExcerpt(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The text of a seed, or its first lines. The hash is that of the excerpt: SHA-256 of its UTF-8 bytes.

    The range has the lines of the excerpt. If there is room for none, there is neither range nor hash; nor if all of it
    stands in the excerpt of a seed before it, which `within` names.
    """

    ref: NodeRef
    file: str | None
    excerpt: str
    range: LineRange | None = None
    excerpt_hash: str | None = None
    provenance: ExcerptProvenance | None = None
    is_cut: bool = False
    within: NodeRef | None = None


class TypeFactV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A type that is known of something, and how it is known."""

    subject: NodeRef
    role: TypeRole
    type: str
    name: str | None = None
    source: FactSource | None = None
    confidence: Confidence | None = None


class TypesSlice(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What is known of types, the seed's own first."""

    facts: tuple[TypeFactV1, ...]


class GraphSliceV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What lies around a seed, as in a graph context pack; what that rests on, the context says.

    A node has what its key does not tell, and an edge the first of the places that it comes from. If the budget cut it,
    the best edges are there, what they join, and the seeds.
    """

    version: Version
    seed: SeedRef
    nodes: tuple[GraphNodeV1, ...]
    edges: tuple[GraphEdgeV1, ...]
    truncation: tuple[TruncationRecord, ...] = ()


class FlowPath(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The way that a value takes."""

    nodes: tuple[NodeRef, ...]
    call_site_ids_by_step: tuple[tuple[str, ...], ...] | None = None


class FlowCallSite(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A call on the way that a value takes."""

    call_site_id: str
    file: str
    start_line: int
    start_col: int
    end_line: int
    end_col: int
    snippet_hash: str | None = None


class FlowEvidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where a flow can be seen in the source."""

    call_sites: tuple[FlowCallSite, ...] | None = None


class RiskFlowSummaryV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A value that comes from outside and reaches something that can do harm."""

    path: FlowPath
    flow_id: str | None = None
    source_chunk_uid: str | None = None
    sink_chunk_uid: str | None = None
    category: str | None = None
    severity: str | None = None
    confidence: Confidence | None = None
    evidence: FlowEvidence | None = None


class RiskSlice(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The flows that a seed lies on."""

    flows: tuple[RiskFlowSummaryV1, ...]


class PieceUseV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How a piece uses a seed or a member of one: by which kind of edge, and the first line where it does.

    `edge_type` is `overrides` or `overriddenBy` where one method overrides the other. The text of the line is there unless
    the piece shows it. Of a test that uses no seed itself, `of` is what it uses, and `way` is what leads from there to a seed,
    which is the last of it.
    """

    of: NodeRef
    edge_type: str
    line: int | None = None
    text: str | None = None
    way: tuple[NodeRef, ...] = ()


class PieceV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Code that is worth having beside the seed: a symbol, or a statement of a module itself, whose `ref` is the file.

    `form` says how much of it there is, `role` what it is to the seed: used for certain, likely used, a caller, a test, an
    override, or the class around another piece. `inside` is the name of the function that it lies in, `use` how it uses the
    seed. `likelihood` and `why` are there if they were asked for.
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
    """Code that would be worth having and did not fit, or not in this form, and a budget at which it does.

    `fits_at` is in tokens, or in bytes if these are the limit. `line` is the first one of a statement of a module itself,
    which has no identity but its file's.
    """

    ref: NodeRef
    form: PieceForm
    tokens: int
    fits_at: int
    line: int | None = None

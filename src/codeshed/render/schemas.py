"""JSON Schemas of all documents, generated from their types."""

from inspect import cleandoc
from typing import Any

import msgspec

from codeshed.build.validation import ValidationReport
from codeshed.model.answers.analysis_document import AnalysisReport
from codeshed.model.answers.caps import WorkBudget
from codeshed.model.answers.neighbours_answer import NeighboursV1
from codeshed.model.repository_settings import Settings
from codeshed.model.semantic import SemanticData
from codeshed.query.affected import AffectedReportV1
from codeshed.query.context.context_contract import CompactContextV1, CompositeContextPackV1
from codeshed.query.exported_edges import ExportedEdge
from codeshed.query.footprint import FootprintReport, FootprintResult, FootprintRow
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.query.impact.impact import GraphImpactAnalysisV1
from codeshed.query.index_summary import IndexSummary
from codeshed.query.path import PathReportV1
from codeshed.query.profile import ProfileResult
from codeshed.query.recording_report import RecordingReportV1
from codeshed.query.removed_index import RemovedIndex
from codeshed.query.repeatability import RepeatabilityReport
from codeshed.query.repository_map.repository_map import RepositoryMapV1
from codeshed.query.status import PathStatusReport, StatusReport
from codeshed.query.unused.unused import UnusedReportV1
from codeshed.query.watch_event import WatchEvent
from codeshed.query.why import WhyReportV1

ANALYSIS_SCHEMAS: dict[str, tuple[str, type[msgspec.Struct]]] = {
    "GRAPH_CONTEXT_PACK_SCHEMA": ("graph-context-pack", GraphContextPackV1),
    "GRAPH_IMPACT_SCHEMA": ("graph-impact", GraphImpactAnalysisV1),
    "COMPOSITE_CONTEXT_PACK_SCHEMA": ("composite-context-pack", CompositeContextPackV1),
    "NEIGHBOURS_SCHEMA": ("neighbours", NeighboursV1),
    "PATH_SCHEMA": ("path", PathReportV1),
    "WHY_SCHEMA": ("why", WhyReportV1),
    "UNUSED_SCHEMA": ("unused", UnusedReportV1),
    "AFFECTED_SCHEMA": ("affected", AffectedReportV1),
    "REPOSITORY_MAP_SCHEMA": ("repository-map", RepositoryMapV1),
}
"""The bounded answers: the constant by which the contract calls each, its schema name, and its type."""

ANSWER_BY_SCHEMA: dict[str, type[msgspec.Struct]] = dict(ANALYSIS_SCHEMAS.values())
"""The types of bounded answers by schema name."""

WRITTEN_BY_SCHEMA: dict[str, type[msgspec.Struct]] = {
    "footprint": FootprintReport,
    "footprint-profile": ProfileResult,
    "validation": ValidationReport,
    "index": IndexSummary,
    "status": StatusReport,
    "path-status": PathStatusReport,
    "recording": RecordingReportV1,
    "removed-index": RemovedIndex,
    "repeatability": RepeatabilityReport,
    "analysis-validation": AnalysisReport,
    "compact-context": CompactContextV1,
    **ANSWER_BY_SCHEMA,
}
"""Every whole JSON document that a command writes, by schema name; JSON lines are not here."""

TYPE_BY_SCHEMA: dict[str, type[msgspec.Struct]] = {
    "semantic-data": SemanticData,
    "edge": ExportedEdge,
    "footprint-row": FootprintRow,
    "footprint-result": FootprintResult,
    "settings": Settings,
    "watch-event": WatchEvent,
    "work-budget": WorkBudget,
    **WRITTEN_BY_SCHEMA,
}
"""Every document that Codeshed reads or writes, by schema name: the settings are TOML, the others JSON."""


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a document by name."""
    generated = msgspec.json.schema(TYPE_BY_SCHEMA[name])
    for definition in generated["$defs"].values():
        # Since Python 3.13 docstrings lose their indentation when they are compiled; here they always do.
        definition["description"] = cleandoc(definition["description"])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **generated}

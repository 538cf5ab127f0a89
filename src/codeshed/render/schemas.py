"""JSON Schemas of all documents, generated from their types."""

from inspect import cleandoc
from typing import Any

import msgspec

from codeshed.build.validation import ValidationReport
from codeshed.model.answers.analysis_document import AnalysisReport
from codeshed.model.answers.caps import WorkBudget
from codeshed.model.answers.contracts_answer import ApiContractEntryV1, ApiContractsReportV1
from codeshed.model.answers.neighbours_answer import NeighboursV1
from codeshed.model.architecture.architecture_rules import ArchitectureRulesV1
from codeshed.model.findings.baseline import FindingsBaseline
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.model.repository_settings import Settings
from codeshed.model.semantic import SemanticData
from codeshed.query.advise import AdviceReport
from codeshed.query.affected import AffectedReportV1
from codeshed.query.architecture.architecture_diff import ArchitectureDiffV1
from codeshed.query.architecture.architecture_report import ArchitectureReportV1
from codeshed.query.check import CheckReportV1
from codeshed.query.codegraph_context.documents import (
    CodeGraphContext,
    ContextSizeExceeded,
    DependencyCycleDetected,
    EntityNotFound,
)
from codeshed.query.context.context_contract import CompactContextV1, CompositeContextPackV1
from codeshed.query.exported_edges import ExportedEdge
from codeshed.query.find import FindReportV1
from codeshed.query.footprint import FootprintReport, FootprintResult, FootprintRow
from codeshed.query.gate import FootprintRatchet, GateReport
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.query.history import HistoryReport
from codeshed.query.impact.impact import GraphImpactAnalysisV1
from codeshed.query.index_summary import IndexSummary
from codeshed.query.path import PathReportV1
from codeshed.query.profile import ProfileResult
from codeshed.query.recording_report import RecordingReportV1
from codeshed.query.removed_index import RemovedIndex
from codeshed.query.repeatability import RepeatabilityReport
from codeshed.query.repository_map.repository_map import RepositoryMapV1
from codeshed.query.risk.risk import RiskReportV1
from codeshed.query.search.search_contract import SearchReportV1
from codeshed.query.status import PathStatusReport, StatusReport
from codeshed.query.test_selection.selected_tests import SuggestTestsReportV1
from codeshed.query.test_selection.testers import TestersReportV1
from codeshed.query.test_selection.untested import UntestedReportV1
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
    "ARCHITECTURE_REPORT_SCHEMA": ("architecture-report", ArchitectureReportV1),
    "ARCHITECTURE_DIFF_SCHEMA": ("architecture-diff", ArchitectureDiffV1),
    "API_CONTRACTS_SCHEMA": ("api-contracts", ApiContractsReportV1),
    "SEARCH_SCHEMA": ("search", SearchReportV1),
    "FIND_SCHEMA": ("find", FindReportV1),
    "SUGGEST_TESTS_SCHEMA": ("suggest-tests", SuggestTestsReportV1),
    "TESTERS_SCHEMA": ("testers", TestersReportV1),
    "UNTESTED_SCHEMA": ("untested", UntestedReportV1),
    "RISK_SCHEMA": ("risk", RiskReportV1),
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
    "codegraph-context": CodeGraphContext,
    "context-size-exceeded": ContextSizeExceeded,
    "entity-not-found": EntityNotFound,
    "dependency-cycle-detected": DependencyCycleDetected,
    "footprint-advice": AdviceReport,
    "check": CheckReportV1,
    "footprint-gate": GateReport,
    "footprint-history": HistoryReport,
    "footprint-ratchet": FootprintRatchet,
    "findings": FindingsReport,
    "findings-baseline": FindingsBaseline,
    **ANSWER_BY_SCHEMA,
}
"""Every whole JSON document that a command writes, by schema name; JSON lines are not here."""

TYPE_BY_SCHEMA: dict[str, type[msgspec.Struct]] = {
    "semantic-data": SemanticData,
    "edge": ExportedEdge,
    "api-contract": ApiContractEntryV1,
    "footprint-row": FootprintRow,
    "footprint-result": FootprintResult,
    "architecture-rules": ArchitectureRulesV1,
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

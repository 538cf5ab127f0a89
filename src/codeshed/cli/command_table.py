"""All commands, in one table: the command line, its help, the reference page and the tests take them from here.

Each command is named by its module and its function there.
"""

from collections.abc import Mapping

EXPORT = "export"
"""The name of a command that has commands of its own."""

MAP = "map"
"""The command that runs if none is named."""

EXPORTS: Mapping[str, str] = {
    "semantic-data": "export_command:export_semantic_data_command",
    "edges": "export_command:export_edges_command",
    "codegraph-context": "codegraph_context_command:codegraph_context_command",
    "api-contracts": "export_command:export_api_contracts_command",
}
"""The commands of that one."""

ARCH = "arch"
"""The name of another one."""

SUBCOMMANDS: Mapping[str, Mapping[str, str]] = {
    EXPORT: EXPORTS,
    ARCH: {
        "check": "arch_command:arch_check_command",
        "init": "arch_init_command:arch_init_command",
        "diff": "arch_diff_command:arch_diff_command",
        "import": "arch_import_command:arch_import_command",
    },
}
"""The commands that have commands of their own."""

HELP_BY_GROUP: Mapping[str, str] = {
    EXPORT: "Write what was found in a repository, for other programs.",
    ARCH: "Check which files may depend on which.",
}
"""What is said of each of them."""

COMMANDS_BY_GROUP: Mapping[str, Mapping[str, str]] = {
    "Where to start": {
        MAP: "map_command:map_command",
        "search": "search_command:search_command",
        "find": "find_command:find_command",
    },
    "What to read before a change": {
        "footprint": "footprint_command:footprint_command",
        "context": "context_command:context_command",
        "advise": "advise_command:advise_command",
    },
    "What belongs together": {
        "graph": "graph_command:graph_command",
        "callers": "neighbours_command:callers_command",
        "callees": "neighbours_command:callees_command",
        "path": "path_command:path_command",
        "why": "why_command:why_command",
    },
    "What breaks if this changes, and what can go": {
        "impact": "impact_command:impact_command",
        "affected": "affected_command:affected_command",
        "tests": "tests_command:select_tests_command",
        "untested": "tests_command:untested_command",
        "unused": "unused_command:unused_command",
    },
    "What must hold": {
        "check": "check_command:check_command",
        "contracts": "contracts_command:contracts_command",
        "risk": "risk_command:risk_command",
        ARCH: "",
        "gate": "gate_command:gate_command",
        "history": "history_command:history_command",
    },
    "What is indexed": {
        "index": "index_command:index_command",
        "status": "status_command:status_command",
        "watch": "watch_command:watch_command",
        "clean": "clean_command:clean_command",
        "record": "record_command:record_command",
        "verify": "verify_command:verify_command",
    },
    "For other programs": {
        EXPORT: "",
        "validate": "validate_command:validate_command",
    },
}
"""The commands for people, by the question that each answers, in the order of `codeshed --help`."""

HIDDEN: Mapping[str, str] = {"write-exports": "verify_command:write_exports_command"}
"""Commands that are not for people."""

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    (title, tuple(commands)) for title, commands in COMMANDS_BY_GROUP.items()
)
"""The titles of the help, each with the names of its commands."""

COMMANDS: Mapping[str, str] = {
    name: place
    for commands in (*COMMANDS_BY_GROUP.values(), HIDDEN)
    for name, place in commands.items()
    if name not in SUBCOMMANDS
}
"""Every command without commands of its own, with its module and what it is called there."""

"""The architecture rules of a repository.

Turns: a named file, `codeshed-rules.json` and its like at the root, or `rules` in the settings → PlacedRules. Mistakes raise
one error that lists all problems, each with its line.
"""

import re
import tomllib
from pathlib import Path

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes, read_named_file
from codeshed.errors import ArchitectureRulesError, NoArchitectureRulesError
from codeshed.model.architecture.architecture_rules import ArchitectureRuleV1, PlacedRules
from codeshed.model.architecture.rule_validation import Path as ValuePath
from codeshed.model.architecture.rule_validation import RuleProblem, validate_rules
from codeshed.model.repository_settings import Settings
from codeshed.project.architecture.placed_values import (
    PlacedValue,
    TextProblemError,
    parse_json,
    parse_yaml,
)
from codeshed.project.settings import settings_location

RULES_FILES = (
    "codeshed-rules.json",
    "codeshed-rules.jsonc",
    "codeshed-rules.yaml",
    "codeshed-rules.yml",
)
"""Where rules are looked for, if the call names no file."""

MAX_PROBLEMS = 50

_RULE_TABLE = re.compile(r"^\s*\[\[\s*(?:tool\.codeshed\.)?rules(?:\.rules)?\s*\]\]", re.MULTILINE)


def find_rules(root: Path, named: Path | None, settings: Settings) -> PlacedRules:
    """Return the rules of a file that the call names, else those of the repository."""
    if named is not None:
        return parse_rules(read_named_file(named), origin=str(named))
    found = [name for name in RULES_FILES if not isinstance(read_bytes(root, name), Reason)]
    has_settings = bool(settings.rules)
    if len(found) + has_settings > 1:
        places = [*found, *([f"rules in {settings_location(root)}"] if has_settings else [])]
        raise ArchitectureRulesError(
            (
                (
                    f"there are rules in {' and in '.join(places)}",
                    "keep them in one place, or name one with --rules",
                ),
            )
        )
    for name in found:
        content = read_bytes(root, name)
        if not isinstance(content, Reason):
            return parse_rules(content, origin=name)
    if has_settings:
        return _rules_of_settings(root, settings)
    raise NoArchitectureRulesError(RULES_FILES)


def parse_rules(content: bytes, *, origin: str) -> PlacedRules:
    """Return the rules in a JSON, JSONC or YAML document, or in a TOML file with settings."""
    try:
        text = content.decode("utf-8-sig")
        if origin.endswith(".toml"):
            return _validated(_parse_toml(text), origin)
        placed = parse_yaml(text) if origin.endswith((".yaml", ".yml")) else parse_json(text)
    except UnicodeDecodeError:
        raise ArchitectureRulesError(((f"{origin}: it is not UTF-8", "save it as UTF-8"),)) from None
    except tomllib.TOMLDecodeError as error:
        raise ArchitectureRulesError(((f"{origin}: {error}", "mend the line"),)) from None
    except TextProblemError as error:
        message = f"{origin}:{error.line}: {error.reason}"
        raise ArchitectureRulesError(((message, "mend the line"),)) from None
    return _validated(placed, origin)


def _rules_of_settings(root: Path, settings: Settings) -> PlacedRules:
    """Return the rules in `[[tool.codeshed.rules]]`, or in a table `[tool.codeshed.rules]` with a version."""
    file = settings_location(root).partition(" ")[0]
    content = read_bytes(root, file)
    text = "" if isinstance(content, Reason) else content.decode("utf-8-sig", "replace")
    return _validated(
        _place_tables(settings.rules if isinstance(settings.rules, dict) else list(settings.rules), text),
        file,
    )


def _parse_toml(text: str) -> PlacedValue:
    document = tomllib.loads(text)
    tool = document.get("tool")
    settings = tool.get("codeshed") if isinstance(tool, dict) else None
    found = (settings if isinstance(settings, dict) else document).get("rules")
    return _place_tables(found, text)


def _place_tables(found: object, text: str) -> PlacedValue:
    """Return the rules of a TOML file as a document, with the lines of their tables."""
    lines: dict[ValuePath, int] = {
        ("rules", index): text.count("\n", 0, match.end()) + 1
        for index, match in enumerate(_RULE_TABLE.finditer(text))
    }
    document = found if isinstance(found, dict) else {"version": 1, "rules": found}
    return PlacedValue(value=document, lines=lines)


def _validated(placed: PlacedValue, origin: str) -> PlacedRules:
    rules, problems = validate_rules(placed.value)
    if problems:
        in_order = sorted(problems, key=lambda each: placed.line_of(each.path) or 0)
        shown = tuple(_shown(each, placed, origin) for each in in_order[:MAX_PROBLEMS])
        raise ArchitectureRulesError(shown)
    return PlacedRules(rules=rules, origin=origin, lines=_lines(placed, rules))


def _lines(placed: PlacedValue, rules: tuple[ArchitectureRuleV1, ...]) -> tuple[int | None, ...]:
    return tuple(placed.line_of(("rules", index)) for index in range(len(rules)))


def _shown(problem: RuleProblem, placed: PlacedValue, origin: str) -> tuple[str, str]:
    line = placed.line_of(problem.path)
    place = origin if line is None else f"{origin}:{line}"
    name = _rule_id(placed.value, problem.path)
    return f"{place}: {'' if name is None else f'{name}: '}{problem.message}", problem.hint


def _rule_id(document: object, path: ValuePath) -> str | None:
    """Return the id of the rule that a path leads to."""
    rules = document.get("rules") if isinstance(document, dict) else None
    index = path[1] if len(path) > 1 else None
    rule = rules[index] if isinstance(rules, list) and isinstance(index, int) else None
    name = rule.get("id") if isinstance(rule, dict) else None
    return name if isinstance(name, str) else None

"""Say of proposed rules what they would have caught."""

from codeshed.query.architecture.proposed_rules import ProposedRules, UpwardDependency
from codeshed.render.phrases.wording import plural, printable

_MOST = 20


def proposed_rules_lines(proposed: ProposedRules) -> list[str]:
    """Write how many groups there are, and which dependencies lead upwards today."""
    if not proposed.rules:
        return [f"there is no folder or module below {printable(proposed.container)}: no rules are proposed"]
    n_upward = sum(each.n_imports for each in proposed.upward)
    groups = f"{plural(proposed.n_groups, 'group')} below {printable(proposed.container)}"
    lines = [f"{groups}, {plural(proposed.n_imports, 'import')} between them"]
    if not n_upward:
        return [*lines, "no import leads upwards: the rules hold today"]
    lines.append(
        f"the rules would have caught {plural(n_upward, 'import')} that {'leads' if n_upward == 1 else 'lead'} upwards "
        "(accept them with: codeshed arch check --write-baseline FILE)"
    )
    lines += [_upward_line(each) for each in proposed.upward[:_MOST]]
    n_more = len(proposed.upward) - _MOST
    return [*lines, f"  … {plural(n_more, 'more pair')}"] if n_more > 0 else lines


def _upward_line(each: UpwardDependency) -> str:
    example = f"{printable(each.example_source)} -> {printable(each.example_target)}"
    return f"  {printable(each.source)} -> {printable(each.target)}  {plural(each.n_imports, 'import')}, such as {example}"

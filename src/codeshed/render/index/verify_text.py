"""Render whether two sets of exports are identical, and where they first differ."""

from codeshed.query.repeatability import RepeatabilityReport
from codeshed.render.phrases.wording import bytes_text, plural, printable


def verify_text(report: RepeatabilityReport) -> str:
    """Say whether exports that were made twice are identical; show the first difference of each that is not."""
    if report.is_repeatable:
        names = ", ".join(report.exports)
        return f"repeatable: {bytes_text(report.n_bytes)} in {names} are the same both times\n"
    lines = [
        f"not repeatable: {plural(len(report.different), 'export')} of {len(report.exports)} came out different"
    ]
    for each in report.different:
        lines.append(f"{each.name}, line {each.line}, byte {each.byte}:")
        lines += [f"    {printable(text)}" for text in (each.first, each.second)]
    return "\n".join([*lines, "next: please report this with the code"]) + "\n"

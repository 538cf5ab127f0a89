"""Numbers, names and warnings as people read them, safe to print."""

from codeshed.graph.data.call_shares import CallShares
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.documentation_scorers import DEFAULT_DOCUMENTATION_SCORER
from codeshed.render.layout.columns import are_aligned, label

_THOUSAND = 1000
_UNITS = ("kB", "MB", "GB")


def number(value: float) -> str:
    """Write a number with grouped thousands: `41 200`."""
    return f"{value:,.0f}".replace(",", " ")


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """Write a count with its noun: `1 call`, `3 calls`."""
    return f"{number(count)} {noun if count == 1 else nouns or noun + 's'}"


def printable(text: str) -> str:
    """Escape what could move a cursor or change colours: analysed code is not trusted with the terminal."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def without_surrogates(text: str) -> str:
    """Escape surrogates, which stand for bytes of file names that are not UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def keep_end(text: str, width: int) -> str:
    """Keep the end of a text, by which symbols differ, within the width of a column; all of it where columns do not line up."""
    return text if len(text) <= width or not are_aligned() else "…" + text[len(text) - width + 1 :]


def keep_start(text: str, width: int) -> str:
    """Keep the beginning of a text within a width."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def warning_lines(
    warnings: tuple[WarningRecord, ...], limit: int = 3, *, more: str = "--format json"
) -> list[str]:
    """Write the first warnings, and count the others; the option `more` lists them."""
    lines = [f"{label('WARNING')}{printable(warning.message)}" for warning in warnings[:limit]]
    if len(warnings) > limit:
        lines.append(f"{label('')}… {plural(len(warnings) - limit, 'more warning')}: {more} lists them")
    return lines


def basis_line(
    policy: str, mode: str, doc_threshold: float, size_function: str, documentation_scorer: str
) -> str:
    """Say by which policy and in which unit sizes were computed; and who judged documentation, if a program of the user did."""
    judge = (
        ""
        if documentation_scorer == DEFAULT_DOCUMENTATION_SCORER
        else f" by {printable(documentation_scorer)}"
    )
    return (
        f"policy {policy}, {mode} mode (documented from {doc_threshold:g}{judge}), sizes by {size_function}"
    )


def call_lines(calls: CallShares) -> list[str]:
    """Write how many calls there are and how they were resolved; nothing if there are none."""
    if not calls.n_calls:
        return []
    shares = (
        ("certain", calls.declared + calls.typed),
        ("inferred", calls.inferred),
        ("external", calls.external),
        ("ambiguous", calls.ambiguous + calls.heuristic),
        ("unresolved", calls.unresolved),
    )
    shown = " · ".join(f"{_percent(count, calls.n_calls)} {name}" for name, count in shares if count)
    return [f"{plural(calls.n_calls, 'call')}: {shown}"]


def _percent(count: int, total: int) -> str:
    percent = 100 * count / total
    return f"{percent:.0f} %" if percent >= 1 else "under 1 %"


def bytes_text(n_bytes: int) -> str:
    """Write a size: `512 bytes`, `1.2 MB`."""
    if n_bytes < _THOUSAND:
        return plural(n_bytes, "byte")
    exponent = min((len(str(n_bytes)) - 1) // 3, len(_UNITS))
    return f"{n_bytes / _THOUSAND**exponent:.1f} {_UNITS[exponent - 1]}"

"""Numbers, names and warnings as people read them, safe to print."""

from codeshed.model.limits import WarningRecord


def number(value: float) -> str:
    """Write a number with its thousands apart: `41 200`."""
    return f"{value:,.0f}".replace(",", " ")


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """Write a count with its noun: `1 call`, `3 calls`."""
    return f"{number(count)} {noun if count == 1 else nouns or noun + 's'}"


def printable(text: str) -> str:
    """Escape what could move a cursor or change colours: analysed code is not trusted with the terminal."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def shortened(text: str, width: int) -> str:
    """Keep the end of a text, which tells symbols apart, within a width."""
    return text if len(text) <= width else "…" + text[len(text) - width + 1 :]


def warning_lines(warnings: tuple[WarningRecord, ...], limit: int = 3) -> list[str]:
    """Write the first few warnings, and count the others."""
    lines = [f"WARNING    {printable(warning.message)}" for warning in warnings[:limit]]
    if len(warnings) > limit:
        lines.append(
            f"           … {plural(len(warnings) - limit, 'more warning')}: --format json lists them"
        )
    return lines


def basis_line(policy: str, mode: str, doc_threshold: float, size_function: str) -> str:
    """Say by which rules and in which unit figures were made."""
    return f"policy {policy}, {mode} mode (documented from {doc_threshold:g}), sizes by {size_function}"

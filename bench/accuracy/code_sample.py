"""`python -m bench.accuracy code CHECKOUT`: random calls and imports of one language, to count by hand.

Turns: a SemanticData document → the same samples on every run: calls that were bound to code of the repository, calls
that lead outside or nowhere, and imports; each with its line, and with the line that its target is defined in.
"""

import argparse
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from bench.accuracy.call_sites import lines_of
from bench.accuracy.exported import semantic_data_of
from bench.accuracy.places import existing_folder
from codeshed.model.languages.language import LANGUAGES
from codeshed.model.semantic import Definition, Document, Provenance, Reference, ReferenceRole, SemanticData
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

SEED = 5
_SURE = frozenset({Provenance.DECLARED, Provenance.TYPED})
_Use = tuple[Document, Reference]


def main(arguments: list[str]) -> None:
    """Print the samples."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy code", description=__doc__)
    parser.add_argument("checkout", type=existing_folder)
    parser.add_argument(
        "--language", choices=sorted(LANGUAGES), help="only of this language, as in `codeshed status`"
    )
    parser.add_argument("--size", type=int, default=50, help="how many of each sort")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    data = msgspec.json.decode(semantic_data_of(options.checkout), type=SemanticData)
    documents = [each for each in data.documents if options.language in {None, each.language}]
    if not documents:
        there = ", ".join(sorted({each.language for each in data.documents if each.language})) or "nothing"
        parser.error(
            f"{options.checkout} has no code in {options.language or 'any language'}: it has {there}"
        )
    print(*_sample_lines(options, data, documents), sep="\n")


def _sample_lines(
    options: argparse.Namespace, data: SemanticData, documents: list[Document]
) -> Iterator[str]:
    definitions = {
        each.symbol_id: (document, each) for document in data.documents for each in document.definitions
    }
    calls = [*_iter_uses(documents, ReferenceRole.CALL)]
    bound = [each for each in calls if _is_bound(each[1])]
    imports = [*_iter_uses(documents, ReferenceRole.IMPORT)]
    groups = (
        ("calls bound by declarations or types to code of the repository", bound),
        (
            "calls that lead outside or nowhere, or are only inferred",
            [each for each in calls if not _is_bound(each[1])],
        ),
        ("imports", imports),
    )
    for title, uses in groups:
        chosen = random.Random(f"{options.seed} {title}").sample(uses, min(options.size, len(uses)))
        yield f"{title}: {len(chosen)} of {len(uses)}"
        yield ""
        for number, (document, reference) in enumerate(chosen, start=1):
            yield f"{number:4}  {_place(options.checkout, document, reference)}"
            yield f"      in  {reference.enclosing_symbol}"
            yield from (f"      {line}" for line in _outcome(options.checkout, reference, definitions))
        yield ""


def _iter_uses(documents: Iterable[Document], role: ReferenceRole) -> Iterator[_Use]:
    for document in documents:
        yield from ((document, each) for each in document.references if each.role is role)


def _is_bound(reference: Reference) -> bool:
    target = reference.target_symbol
    return target is not None and not target.startswith(EXTERNAL_PREFIX) and reference.provenance in _SURE


def _place(checkout: Path, document: Document, reference: Reference) -> str:
    if reference.span is None:
        return document.path
    return f"{document.path}:{reference.span.start_line}:{reference.span.start_column}  {_line(checkout / document.path, reference.span.start_line)}"


def _outcome(
    checkout: Path, reference: Reference, definitions: dict[str, tuple[Document, Definition]]
) -> Iterator[str]:
    target = reference.target_symbol
    if target is None:
        yield f"-   {reference.reason and reference.reason.value}"
        for each in reference.candidates:
            yield f"?   {each.symbol}"
        return
    provenance = "" if reference.provenance is None else reference.provenance.value
    known = definitions.get(target)
    line = ""
    if known is not None and known[1].span is not None:
        number = known[1].span.start_line
        line = f"  line {number}: {_line(checkout / known[0].path, number)}"
    yield f"to  {target}  {provenance}{line}"


def _line(file: Path, line: int) -> str:
    lines = lines_of(file)
    return lines[line - 1].strip()[:160] if 1 <= line <= len(lines) else ""

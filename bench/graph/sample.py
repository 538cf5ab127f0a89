"""A large SemanticData document with its sources, made from a seed.

Turns: SampleRecipe → `semantic-data.json` and `sources/` in a folder: 100 000 definitions and 1 000 000 references
in 2 000 documents. Every definition has its text in a source file, one line for each reference of its body.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec

from bench.graph.sample_document import make_document
from bench.graph.sample_names import N_DEFINITIONS, N_EXTERNALS, external_symbol, path_of
from bench.support.fresh import in_fresh_process
from codeshed.model.semantic import (
    SCHEMA_VERSION,
    DefinitionDetails,
    DefinitionKind,
    ExternalSymbol,
    ParamDef,
)


def sample_in(folder: Path) -> "Sample":
    """Return the sample in a folder, which is made if it is not there yet."""
    known = folder / "sample.json"
    if not known.exists():
        sample = in_fresh_process(write_sample, SampleRecipe(folder=str(folder)))
        known.write_bytes(msgspec.json.encode(sample))
    return msgspec.json.decode(known.read_bytes(), type=Sample)


def write_sample(recipe: "SampleRecipe") -> "Sample":
    """Write the document and its sources, one file at a time."""
    folder = Path(recipe.folder)
    semantic_data = folder / "semantic-data.json"
    source_root = folder / "sources"
    n_source_bytes = 0
    n_lines = 0
    with semantic_data.open("wb") as file:
        for number, (encoded, text) in enumerate(_iter_encoded(recipe)):
            source = source_root / path_of(number)
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text, encoding="utf-8")
            n_source_bytes += len(text)
            n_lines += text.count("\n")
            head = f'{{"schema_version":{SCHEMA_VERSION},"documents":[\n'.encode() if number == 0 else b",\n"
            file.write(head + encoded)
        file.write(b'],\n"external_symbols":' + msgspec.json.encode(_externals()) + b"}\n")
    return Sample(
        semantic_data=str(semantic_data),
        source_root=str(source_root),
        n_documents=recipe.n_documents,
        n_definitions=recipe.n_documents * N_DEFINITIONS,
        n_references=recipe.n_documents * recipe.n_references_per_document,
        n_semantic_bytes=semantic_data.stat().st_size,
        n_source_bytes=n_source_bytes,
        n_lines=n_lines,
    )


def _iter_encoded(recipe: "SampleRecipe") -> Iterator[tuple[bytes, str]]:
    encode = msgspec.json.Encoder().encode
    for number in range(recipe.n_documents):
        random = Random(recipe.seed + number)
        document, text = make_document(
            random, number, recipe.n_documents, n_references=recipe.n_references_per_document
        )
        yield encode(document), text


def _externals() -> list[ExternalSymbol]:
    details = DefinitionDetails(parameters=(ParamDef(name="value", param_type="str"),), return_types=("str",))
    return [
        ExternalSymbol(
            symbol_id=external_symbol(number),
            name=f"function_{number:03d}",
            kind=DefinitionKind.FUNCTION,
            documentation="Return the value in its normal form.",
            details=details,
            signature=f"def function_{number:03d}(value: str) -> str",
        )
        for number in range(N_EXTERNALS)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleRecipe:
    """Where a sample goes and how large it is."""

    folder: str
    n_documents: int = 2_000
    n_references_per_document: int = 500
    seed: int = 20_240_917


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Where a sample lies and what is in it."""

    semantic_data: str
    source_root: str
    n_documents: int
    n_definitions: int
    n_references: int
    n_semantic_bytes: int
    n_source_bytes: int
    n_lines: int

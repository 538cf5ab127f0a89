"""`python -m bench.search.vectors MODEL TOKENIZER CLONE… --folder FOLDER`: what vectors of a small model add to searches.

Turns: tasks of repositories → the best functions by words, and how near the vector of each is to that of the query → accuracy
of weighted sums of both. Needs `onnxruntime` and `tokenizers`, which Codeshed does not.
"""

import argparse
import ast
import hashlib
import pickle
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from bench.search.features import changed_units, known_before
from bench.search.fixes import FixTask, blobs_of, find_fixes, git
from bench.search.trees import BlobReader, spans_and_text
from bench.search.weights import accuracy, ranks_of
from codeshed.model.commit_history import CommitHistory
from codeshed.model.languages.language import is_python, is_test_path
from codeshed.project.commit_history import read_history
from codeshed.search.commit_evidence import files_of_commits, find_churn, segment_of_commits
from codeshed.search.features import traits_of_files
from codeshed.search.file_words import words_of_file
from codeshed.search.query_text import read_query
from codeshed.search.ranking import SearchCorpus, rank
from codeshed.search.segment import join_segments, make_segment
from codeshed.search.text_index import TextIndex, index_segments

Floats = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float32]

_N_UNITS = 100
_N_TOKENS = 128
_N_TOGETHER = 16
_MAX_CHARACTERS = 2000
_LEAST_WORDS = 6
_WEIGHTS = (0.0, 0.25, 0.5, 1.0, 2.0)
_CUTS = (1, 5, 10)


class Embedder:
    """Runs a sentence model; the vector of each text is kept."""

    def __init__(self, model: Path, tokenizer: Path, kept: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._names = [each.name for each in self._session.get_inputs()]
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(_N_TOKENS)
        self._tokenizer.enable_padding()
        self._file = kept
        self._vectors: dict[str, Vector] = pickle.loads(kept.read_bytes()) if kept.exists() else {}  # noqa: S301
        self.n_embedded = 0
        self.seconds = 0.0

    def vectors(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return vectors of length 1, a row for each text."""
        keys = [hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors}
        # Texts of a like length together, so that little is padded.
        waiting = sorted(missing.items(), key=lambda each: (len(each[1]), each[0]))
        begin = time.process_time()
        for first in range(0, len(waiting), _N_TOGETHER):
            batch = waiting[first : first + _N_TOGETHER]
            self._vectors.update(
                zip([key for key, _ in batch], self._run([text for _, text in batch]), strict=True)
            )
        self.seconds += time.process_time() - begin
        self.n_embedded += len(waiting)
        return np.stack([self._vectors[key] for key in keys])

    def keep(self) -> None:
        """Write the vectors of all texts."""
        self._file.write_bytes(pickle.dumps(self._vectors))

    def _run(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        encoded = self._tokenizer.encode_batch([text[:_MAX_CHARACTERS] for text in texts])
        mask = np.array([each.attention_mask for each in encoded], dtype=np.int64)
        columns = {
            "input_ids": np.array([each.ids for each in encoded], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        hidden = self._session.run(None, {name: columns[name] for name in self._names})[0]
        if hidden.ndim == 3:  # noqa: PLR2004 - a vector for each token: their mean is that of the text
            hidden = (hidden * mask[:, :, None]).sum(1) / np.maximum(mask.sum(1), 1)[:, None]
        return np.asarray(hidden / np.linalg.norm(hidden, axis=1, keepdims=True), dtype=np.float32)


class Candidates(msgspec.Struct, frozen=True):
    """The best functions of a task: their scores by words, how near they are, and which are right; -1 if one is not among them."""

    scores: Floats
    nearness: Floats
    right: tuple[int, ...]


def candidates_of_task(
    root: Path, task: FixTask, history: CommitHistory, reader: BlobReader, embedder: Embedder
) -> Candidates | None:
    """Rank the functions of the tree before a fix, and embed the best."""
    before = known_before(root, task, history)
    index = reader.index(blobs_of(root, task.parent))
    numbers = {path: number for number, path in enumerate(index.paths)}
    right = changed_units(index, task, numbers)
    if not right:
        return None
    messages = segment_of_commits(sorted(before, key=lambda commit: commit.id))
    files_by_commit = files_of_commits(before, numbers)
    corpus = SearchCorpus(
        index=index,
        traits=traits_of_files(index),
        commit_index=index_segments([join_segments([(messages, {each.id for each in before})])]),
        files_by_commit=files_by_commit,
        churn=find_churn(before, files_by_commit, index.n_files),
    )
    ranking = rank(corpus, read_query(task.query))
    units = ranking.best_units(index.is_function, _N_UNITS)
    lines_by_path = {
        path: git(root, "show", f"{task.parent}:{path}").split("\n")
        for path in {index.path(unit) for unit in units}
    }
    texts = [_text(index, lines_by_path, unit) for unit in units]
    vectors = embedder.vectors([task.query, *texts])
    place = {unit: number for number, unit in enumerate(units)}
    return Candidates(
        ranking.unit_scores[units],
        (vectors[1:] @ vectors[0]).astype(np.float64),
        tuple(place.get(unit, -1) for unit in right),
    )


def _text(index: TextIndex, lines_by_path: Mapping[str, Sequence[str]], unit: int) -> str:
    """Return what is embedded of a function: its path and name, and its code."""
    first, last = index.lines(unit)
    body = textwrap.dedent("\n".join(lines_by_path[index.path(unit)][first - 1 : last]))
    return f"{index.path(unit)} {index.name(unit)}\n{body}"


def figures(found: Sequence[Candidates], weight: float) -> str:
    """Return how often all right functions are within the first, and the mean reciprocal rank of the first right one."""
    ranks = [_ranks(each, weight) for each in found]
    mean = np.mean([0.0 if min(each) >= _N_UNITS else 1.0 / (min(each) + 1) for each in ranks])
    return "".join(f"{accuracy(ranks, cut):7.1f}" for cut in _CUTS) + f"{mean:8.3f}"


def _ranks(found: Candidates, weight: float) -> list[int]:
    order = ranks_of(found.scores + weight * found.nearness, range(len(found.scores)))
    return [order[each] if each >= 0 else _N_UNITS for each in found.right]


def candidates_of_questions(root: Path, embedder: Embedder, n_questions: int) -> list[Candidates]:
    """Ask the first sentences of docstrings, of a tree without docstrings and without history."""
    texts: dict[str, str] = {}
    questions: list[tuple[str, str, str]] = []
    for blob in blobs_of(root, "HEAD"):
        if is_python(blob.path) and not is_test_path(blob.path):
            try:
                tree = ast.parse(git(root, "show", f"HEAD:{blob.path}"))
            except SyntaxError:
                continue
            questions += [(blob.path, *each) for each in _take_docstrings(tree, "")]
            texts[blob.path] = ast.unparse(tree)
    words = [
        words_of_file(path, "python", text, spans_and_text(path, text.encode())[0])
        for path, text in sorted(texts.items())
    ]
    index = index_segments([make_segment(words)])
    functions = np.flatnonzero(index.is_function)
    lines_by_path = {path: text.split("\n") for path, text in texts.items()}
    vectors = embedder.vectors([_text(index, lines_by_path, unit) for unit in functions.tolist()])
    place = {(index.path(unit), index.name(unit)): n for n, unit in enumerate(functions.tolist())}
    corpus = SearchCorpus(index=index, traits=traits_of_files(index))
    questions.sort(key=lambda each: hashlib.sha256("".join(each[:2]).encode()).hexdigest())
    return [
        Candidates(
            rank(corpus, read_query(question)).unit_scores[functions],
            (vectors @ embedder.vectors([question])[0]).astype(np.float64),
            (place[path, name],),
        )
        for path, name, question in questions[:n_questions]
        if (path, name) in place
    ]


def _take_docstrings(node: ast.AST, owner: str) -> Iterator[tuple[str, str]]:
    """Remove docstrings; yield the names of functions with the first sentences of theirs."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        said = ast.get_docstring(child)
        if said is not None:
            child.body = child.body[1:] or [ast.Pass()]
            sentence = " ".join(said.partition("\n\n")[0].split())
            if not isinstance(child, ast.ClassDef) and len(sentence.split()) >= _LEAST_WORDS:
                yield f"{owner}{child.name}", sentence
        yield from _take_docstrings(child, f"{owner}{child.name}.")


def main() -> None:
    """Embed candidates, and print what each weight of the vectors gives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--tasks", type=int, default=35)
    arguments = parser.parse_args()
    embedder = Embedder(arguments.model, arguments.tokenizer, arguments.folder / "vectors")
    for root in arguments.repositories:
        history = read_history(root, arguments.folder)
        reader = BlobReader(root, arguments.folder / f"{root.name}.words")
        tasks = find_fixes(root, root.name, history.commits, arguments.tasks)
        fixes = [candidates_of_task(root, task, history, reader, embedder) for task in tasks]
        by_kind = {
            "fixes": [each for each in fixes if each is not None],
            "questions": candidates_of_questions(root, embedder, 100),
        }
        embedder.keep()
        for kind, found in by_kind.items():
            (arguments.folder / f"{root.name}.{kind}").write_bytes(pickle.dumps(found))
            for weight in _WEIGHTS:
                print(
                    f"{root.name} {len(found)} {kind}, vectors x {weight:<6}{figures(found, weight)}",
                    flush=True,
                )
            only = [Candidates(np.zeros(len(each.scores)), each.nearness, each.right) for each in found]
            print(f"{root.name} {len(found)} {kind}, only vectors  {figures(only, 1.0)}", flush=True)
        rate = embedder.n_embedded / max(embedder.seconds, 1e-9)
        print(f"{embedder.n_embedded} texts embedded, {rate:.0f} in a second of CPU", flush=True)


if __name__ == "__main__":
    main()

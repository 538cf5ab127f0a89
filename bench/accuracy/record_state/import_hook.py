"""Lets the modules of a package be rewritten when they are imported."""

import ast
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

Rewrite = Callable[[ast.Module, Path], ast.Module]


@dataclass(frozen=True, slots=True)
class RewritingFinder:
    """Finds modules as all other finders do, and has those below a folder loaded through the rewriting."""

    folder: Path
    rewrite: Rewrite

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of the folder; None leaves the others to the finders behind."""
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is None:
                continue
            if type(spec.loader) is not SourceFileLoader or spec.origin is None:
                return None
            file = Path(spec.origin).resolve()
            if not file.is_relative_to(self.folder):
                return None
            spec.loader = RewritingLoader(fullname, str(file))
            spec.loader.rewrite = self.rewrite
            return spec
        return None


class RewritingLoader(SourceFileLoader):
    """Compiles a rewritten tree; never from a cache, and never into one."""

    rewrite: Rewrite

    def get_code(self, fullname: str) -> CodeType:
        """Return the rewritten code of the module."""
        file = Path(self.get_filename(fullname))
        tree = self.rewrite(ast.parse(file.read_bytes(), filename=str(file)), file)
        code: CodeType = compile(tree, str(file), "exec", dont_inherit=True)
        return code


def install(folder: Path, rewrite: Rewrite) -> None:
    """Rewrite what is imported from below a folder from now on."""
    early = [
        name
        for name, module in sys.modules.items()
        if (file := getattr(module, "__file__", None)) and Path(file).resolve().is_relative_to(folder)
    ]
    if early:
        raise RuntimeError(f"{', '.join(sorted(early)[:3])} was imported before the recording began")
    sys.meta_path.insert(0, RewritingFinder(folder, rewrite))

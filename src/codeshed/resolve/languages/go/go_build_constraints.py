"""Build constraints of Go by file name.

Turns: two paths → whether their names select different systems or processors: `open_linux.go` and
`open_windows.go`.
"""

import posixpath

_SYSTEMS = frozenset({
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
    "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
})  # fmt: skip
_PROCESSORS = frozenset({
    "386", "amd64", "amd64p32", "arm", "arm64", "arm64be", "armbe", "loong64", "mips", "mips64", "mips64le", "mips64p32",
    "mips64p32le", "mipsle", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm",
})  # fmt: skip
_IMPLIED_SYSTEM = {"android": "linux", "ios": "darwin", "illumos": "solaris"}
"""Systems that also build the files of another one."""


def exclude_each_other(path: str, other: str) -> bool:
    """Whether no build includes both files, judging by the suffixes of their names."""
    one_system, one_processor = _built_for(path)
    other_system, other_processor = _built_for(other)
    is_other_system = _differ(one_system, other_system) and not (
        _IMPLIED_SYSTEM.get(one_system) == other_system or _IMPLIED_SYSTEM.get(other_system) == one_system
    )
    return is_other_system or _differ(one_processor, other_processor)


def _differ(one: str, other: str) -> bool:
    return bool(one) and bool(other) and one != other


def _built_for(path: str) -> tuple[str, str]:
    """Return the system and processor in a file's name, "" where it has none."""
    words = posixpath.basename(path).removesuffix(".go").removesuffix("_test").split("_")[1:]
    processor = words.pop() if words and words[-1] in _PROCESSORS else ""
    system = words[-1] if words and words[-1] in _SYSTEMS else ""
    return system, processor

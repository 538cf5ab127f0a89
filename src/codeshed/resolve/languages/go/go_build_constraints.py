"""Files of Go that no build has together.

Turns: two paths → whether their names say other systems or processors, as `open_linux.go` and `open_windows.go` do.
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
_OF_OTHERS = {"android": "linux", "ios": "darwin", "illumos": "solaris"}
"""Systems for which files of another one are built too."""


def exclude_each_other(path: str, other: str) -> bool:
    """Whether no build has both files, by the ends of their names."""
    one_system, one_processor = _built_for(path)
    other_system, other_processor = _built_for(other)
    is_other_system = _are_apart(one_system, other_system) and not (
        _OF_OTHERS.get(one_system) == other_system or _OF_OTHERS.get(other_system) == one_system
    )
    return is_other_system or _are_apart(one_processor, other_processor)


def _are_apart(one: str, other: str) -> bool:
    return bool(one) and bool(other) and one != other


def _built_for(path: str) -> tuple[str, str]:
    """Return the system and the processor that the name of a file says, each nothing if it says none."""
    words = posixpath.basename(path).removesuffix(".go").removesuffix("_test").split("_")[1:]
    processor = words.pop() if words and words[-1] in _PROCESSORS else ""
    system = words[-1] if words and words[-1] in _SYSTEMS else ""
    return system, processor

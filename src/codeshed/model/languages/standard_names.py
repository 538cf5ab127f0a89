"""The first names of standard libraries: their modules, packages and types, by language.

The lists are fixed, so that results do not depend on what is installed. A symbol with such a name is of a standard
library, not of another package.
"""

PYTHON_LIBRARY = frozenset({
    "__future__", "abc", "aifc", "annotationlib", "antigravity", "argparse", "array", "ast", "asynchat", "asyncio",
    "asyncore", "atexit", "audioop", "base64", "bdb", "binascii", "bisect", "builtins", "bz2", "cProfile",
    "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop", "collections", "colorsys",
    "compileall", "compression", "concurrent", "configparser", "contextlib", "contextvars", "copy", "copyreg",
    "crypt", "csv", "ctypes", "curses", "dataclasses", "datetime", "dbm", "decimal", "difflib", "dis", "distutils",
    "doctest", "email", "encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl", "filecmp", "fileinput",
    "fnmatch", "fractions", "ftplib", "functools", "gc", "genericpath", "getopt", "getpass", "gettext", "glob",
    "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http", "idlelib", "imaplib", "imghdr", "imp",
    "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "lib2to3", "linecache", "locale",
    "logging", "lzma", "mailbox", "mailcap", "marshal", "math", "mimetypes", "mmap", "modulefinder", "msilib",
    "msvcrt", "multiprocessing", "netrc", "nis", "nntplib", "nt", "ntpath", "nturl2path", "numbers", "opcode",
    "operator", "optparse", "os", "ossaudiodev", "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil",
    "platform", "plistlib", "poplib", "posix", "posixpath", "pprint", "profile", "pstats", "pty", "pwd",
    "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random", "re", "readline",
    "reprlib", "resource", "rlcompleter", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex",
    "shutil", "signal", "site", "smtpd", "smtplib", "sndhdr", "socket", "socketserver", "spwd", "sqlite3",
    "sre_compile", "sre_constants", "sre_parse", "ssl", "stat", "statistics", "string", "stringprep", "struct",
    "subprocess", "sunau", "symtable", "sys", "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib", "tempfile",
    "termios", "textwrap", "this", "threading", "time", "timeit", "tkinter", "token", "tokenize", "tomllib",
    "trace", "traceback", "tracemalloc", "tty", "turtle", "turtledemo", "types", "typing", "unicodedata",
    "unittest", "urllib", "uu", "uuid", "venv", "warnings", "wave", "weakref", "webbrowser", "winreg", "winsound",
    "wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo",
})  # fmt: skip
"""The names that `import` finds without anything installed, of all Pythons from 3.8 to 3.14."""

NODE_MODULES = frozenset({
    "assert", "assert_strict", "async_hooks", "buffer", "child_process", "cluster", "console", "constants",
    "crypto", "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https",
    "inspector", "module", "net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline",
    "repl", "sea", "sqlite", "stream", "string_decoder", "sys", "test", "timers", "tls", "trace_events", "tty",
    "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib",
})  # fmt: skip
"""The modules that Node has of its own; they come before packages of the same name."""

ECMASCRIPT_GLOBALS = frozenset({
    "AbortController", "Array", "ArrayBuffer", "Atomics", "BigInt", "Boolean", "Buffer", "DataView", "Date",
    "Element", "Error", "EvalError", "Event", "EventTarget", "Float32Array", "Float64Array", "Function",
    "HTMLElement", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math",
    "NaN", "Node", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp",
    "Set", "String", "Symbol", "SyntaxError", "TextDecoder", "TextEncoder", "TypeError", "URIError", "URL",
    "URLSearchParams", "Uint16Array", "Uint32Array", "Uint8Array", "WeakMap", "WeakRef", "WeakSet", "WebAssembly",
    "clearInterval", "clearTimeout", "decodeURI", "decodeURIComponent", "document", "encodeURI",
    "encodeURIComponent", "eval", "exports", "fetch", "globalThis", "isFinite", "isNaN", "localStorage", "location",
    "navigator", "parseFloat", "parseInt", "queueMicrotask", "require", "sessionStorage", "setImmediate",
    "setInterval", "setTimeout", "undefined", "window",
})  # fmt: skip
"""What every script sees, and what browsers and Node add to that."""

GO_LIBRARY = frozenset({
    "C", "archive", "arena", "bufio", "builtin", "bytes", "cmp", "compress", "container", "context", "crypto",
    "database", "debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image",
    "index", "internal", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect",
    "regexp", "runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing", "text",
    "time", "unicode", "unique", "unsafe", "weak",
})  # fmt: skip
"""The first parts of the paths of Go's own packages."""

JVM_LIBRARY = frozenset({
    "java", "javax", "jdk", "sun",
})  # fmt: skip
"""The first parts of the packages that come with Java."""

CSHARP_LIBRARY = frozenset({
    "Microsoft", "System", "Windows", "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int",
    "long", "object", "sbyte", "short", "string", "uint", "ulong", "ushort",
})  # fmt: skip
"""The first namespaces of .NET, and the types that are keywords."""

RUST_LIBRARY = frozenset({
    "alloc", "core", "proc_macro", "std", "test",
})  # fmt: skip
"""The crates that come with the compiler."""

LUA_LIBRARY = frozenset({
    "_G", "_VERSION", "assert", "bit", "bit32", "collectgarbage", "coroutine", "debug", "dofile", "error", "ffi",
    "getfenv", "getmetatable", "io", "ipairs", "jit", "load", "loadfile", "loadstring", "math", "module", "next",
    "os", "package", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select",
    "setfenv", "setmetatable", "string", "table", "tonumber", "tostring", "type", "unpack", "utf8", "xpcall",
})  # fmt: skip
"""The modules and functions of all versions of Lua, and of LuaJIT."""

PHP_LIBRARY = frozenset({
    "ArgumentCountError", "ArithmeticError", "ArrayAccess", "ArrayIterator", "ArrayObject", "BackedEnum",
    "BadFunctionCallException", "BadMethodCallException", "Closure", "Countable", "DOMDocument", "DateInterval",
    "DateTime", "DateTimeImmutable", "DateTimeInterface", "DateTimeZone", "DivisionByZeroError", "DomainException",
    "Error", "ErrorException", "Exception", "Fiber", "Generator", "InvalidArgumentException", "Iterator",
    "IteratorAggregate", "JsonException", "JsonSerializable", "LengthException", "LogicException",
    "OutOfBoundsException", "OutOfRangeException", "OverflowException", "PDO", "PDOException", "RangeException",
    "RecursiveIterator", "ReflectionClass", "ReflectionMethod", "ReflectionProperty", "RuntimeException",
    "Serializable", "SplFileInfo", "SplObjectStorage", "SplQueue", "SplStack", "Stringable", "Throwable",
    "Traversable", "TypeError", "UnderflowException", "UnexpectedValueException", "UnitEnum", "ValueError",
    "WeakMap", "WeakReference", "ZipArchive", "stdClass",
})  # fmt: skip
"""Classes and interfaces that PHP has in its global namespace."""

RUBY_TYPES = frozenset({
    "ArgumentError", "Array", "BasicObject", "Binding", "Class", "Comparable", "Complex", "Dir", "ENV", "EOFError",
    "Encoding", "Enumerable", "Enumerator", "Errno", "Exception", "FalseClass", "Fiber", "File", "FileTest", "Float",
    "FrozenError", "GC", "Hash", "IO", "IOError", "IndexError", "Integer", "Interrupt", "Kernel", "KeyError",
    "LoadError", "LocalJumpError", "Marshal", "MatchData", "Math", "Method", "Module", "Mutex", "NameError",
    "NilClass", "NoMethodError", "NotImplementedError", "Numeric", "Object", "ObjectSpace", "Proc", "Process",
    "Queue", "Random", "Range", "RangeError", "Rational", "Regexp", "RuntimeError", "ScriptError", "SecurityError",
    "Signal", "SignalException", "StandardError", "StopIteration", "String", "Struct", "Symbol", "SyntaxError",
    "SystemCallError", "SystemExit", "Thread", "Time", "TrueClass", "TypeError", "UnboundMethod", "ZeroDivisionError",
})  # fmt: skip
"""The types of Ruby that are there without being required."""

RUBY_LIBRARY = frozenset({
    "Benchmark", "BigDecimal", "CSV", "Date", "DateTime", "Delegator", "Digest", "ERB", "English", "FileUtils",
    "Forwardable", "JSON", "Logger", "Monitor", "Net", "Open3", "OpenSSL", "OpenStruct", "OptionParser", "Pathname",
    "Psych", "SecureRandom", "Set", "Shellwords", "SimpleDelegator", "Singleton", "Socket", "StringIO",
    "StringScanner", "Tempfile", "Timeout", "URI", "YAML", "Zlib", "abbrev", "base64", "benchmark", "bigdecimal",
    "bundler", "cgi", "coverage", "csv", "date", "delegate", "digest", "drb", "erb", "etc", "expect", "fcntl",
    "fiddle", "fileutils", "find", "forwardable", "getoptlong", "io", "ipaddr", "irb", "json", "logger", "matrix",
    "minitest", "monitor", "mutex_m", "net", "nkf", "objspace", "observer", "open-uri", "open3", "openssl",
    "optparse", "ostruct", "pathname", "pp", "prettyprint", "prime", "pstore", "psych", "pty", "racc", "rake",
    "rbconfig", "rdoc", "readline", "reline", "resolv", "rinda", "ripper", "rubygems", "securerandom", "set",
    "shellwords", "singleton", "socket", "stringio", "strscan", "syslog", "tempfile", "test", "time", "timeout",
    "tmpdir", "tsort", "un", "unicode_normalize", "uri", "weakref", "yaml", "zlib",
})  # fmt: skip
"""What can be required without anything installed, and the constants that it brings."""

C_HEADERS = frozenset({
    "assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "iso646", "limits", "locale",
    "math", "setjmp", "signal", "stdalign", "stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio",
    "stdlib", "stdnoreturn", "string", "tgmath", "threads", "time", "uchar", "wchar", "wctype", "unistd",
    "fcntl", "dirent", "dlfcn", "pthread", "sched", "semaphore", "poll", "pwd", "grp", "netdb", "strings",
    "syslog", "termios", "regex", "search", "spawn", "glob", "fnmatch", "ftw", "iconv", "langinfo",
    "libgen", "malloc", "memory", "alloca", "aio", "cpio", "mqueue", "ndbm", "nl_types", "stropts", "tar",
    "trace", "ulimit", "utime", "utmpx", "wordexp", "windows", "winsock2", "ws2tcpip", "io", "direct",
    "process", "tchar", "getopt", "features", "endian", "byteswap", "execinfo",
})  # fmt: skip
"""Headers that a name in angle brackets means, even if the repository has one of that name."""

C_FOLDERS = frozenset({
    "arpa", "linux", "mach", "net", "netinet", "sys",
})  # fmt: skip
"""Folders of headers of the system."""

CPP_HEADERS = frozenset({
    "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "cassert", "ccomplex", "cctype", "cerrno",
    "cfenv", "cfloat", "charconv", "chrono", "cinttypes", "climits", "clocale", "cmath", "codecvt", "compare",
    "complex", "concepts", "condition_variable", "coroutine", "csetjmp", "csignal", "cstdarg", "cstddef", "cstdint",
    "cstdio", "cstdlib", "cstring", "ctime", "cuchar", "cwchar", "cwctype", "deque", "exception", "execution",
    "expected", "filesystem", "flat_map", "flat_set", "format", "forward_list", "fstream", "functional", "future",
    "generator", "initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator", "latch",
    "limits", "list", "locale", "map", "mdspan", "memory", "memory_resource", "mutex", "new", "numbers", "numeric",
    "optional", "ostream", "print", "queue", "random", "ranges", "ratio", "regex", "scoped_allocator", "semaphore",
    "set", "shared_mutex", "source_location", "span", "spanstream", "sstream", "stack", "stacktrace", "std",
    "stdexcept", "stdfloat", "stop_token", "streambuf", "string", "string_view", "strstream", "syncstream",
    "system_error", "thread", "tuple", "type_traits", "typeindex", "typeinfo", "unordered_map", "unordered_set",
    "utility", "valarray", "variant", "vector", "version",
})  # fmt: skip
"""The headers of C++, and the namespace of what they declare."""

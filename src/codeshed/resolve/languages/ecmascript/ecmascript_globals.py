"""Names that JavaScript code can use without an import: of the language, of browsers, Node, other runtimes and test runners."""

from codeshed.resolve.languages.ecmascript.ecmascript_types import ECMASCRIPT_TYPES

_LANGUAGE = """
Infinity Iterator NaN arguments decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite
isNaN parseFloat parseInt unescape
"""
_BROWSER = """
ActiveXObject CSS ClipboardItem CryptoKey DOMRectReadOnly EventCounts FileSystemEntry FormDataEvent HTMLAllCollection
HTMLAreaElement HTMLDataListElement MediaMetadata MutationRecord NavigationEvent PerformanceNavigationTiming
PerformanceObserver PerformanceResourceTiming ReportingObserver ResizeObserverEntry ScreenOrientation SpeechSynthesisUtterance
TextEvent ToggleEvent TrustedHTML URLPattern ViewTransition WebTransport XSLTProcessor
addEventListener alert atob blur btoa caches cancelAnimationFrame cancelIdleCallback clearInterval clearTimeout clients close
closed confirm console cookieStore createImageBitmap crypto customElements devicePixelRatio dispatchEvent document event external fetch focus
frames getComputedStyle getSelection history importScripts indexedDB innerHeight innerWidth isSecureContext localStorage
location matchMedia name navigation navigator open opener origin outerHeight outerWidth pageXOffset pageYOffset parent
performance postMessage print prompt queueMicrotask removeEventListener reportError requestAnimationFrame requestIdleCallback
screen screenX screenY scroll scrollBy scrollTo scrollX scrollY self sessionStorage setInterval setTimeout skipWaiting
speechSynthesis stop structuredClone top trustedTypes visualViewport window frameElement onbeforeunload onerror onload onmessage
onresize onunhandledrejection showOpenFilePicker showSaveFilePicker
"""
_NODE = """
NodeJS __dirname __filename clearImmediate exports gc global module process require setImmediate
"""
_OTHERS = """
AMD Bun ContentScript Deno EdgeRuntime GM HTMLRewriter JSX React ReactDOM WorkerEntrypoint browser chrome define requirejs
$ _ jQuery
"""
_TESTS = """
Cypress after afterAll afterEach assert before beforeAll beforeEach bench chai context cy describe expect expectTypeOf fail fdescribe
fit it jasmine jest mocha onTestFailed onTestFinished pending sinon specify spyOn suite suiteSetup suiteTeardown test vi
vitest xdescribe xit xtest
"""

ECMASCRIPT_GLOBALS = ECMASCRIPT_TYPES | frozenset(
    f"{_LANGUAGE} {_BROWSER} {_NODE} {_OTHERS} {_TESTS}".split()
)
"""Names that are external where nothing in the repository defines them; any other name is unknown."""

_MEMBERS = {
    "Atomics": "add and compareExchange exchange isLockFree load notify or pause store sub wait waitAsync xor",
    "JSON": "isRawJSON parse rawJSON stringify",
    "Math": """
        E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 f16round
        floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt sumPrecise tan tanh trunc
    """,
    "Reflect": """
        apply construct decorate defineMetadata defineProperty deleteProperty get getMetadata getOwnMetadata getOwnPropertyDescriptor
        getPrototypeOf has hasMetadata isExtensible metadata ownKeys preventExtensions set setPrototypeOf
    """,
    "process": """
        abort addListener allowedNodeEnvironmentFlags arch argv argv0 assert availableMemory binding browser channel chdir config connected
        constrainedMemory cpuUsage cwd debugPort disconnect dlopen domain emit emitWarning env eventNames execArgv execPath execve exit
        exitCode features finalization getActiveResourcesInfo getBuiltinModule getegid geteuid getgid getgroups getuid
        hasUncaughtExceptionCaptureCallback hrtime initgroups kill listenerCount listeners loadEnvFile mainModule memoryUsage
        moduleLoadList nextTick noDeprecation off on once openStdin permission pid platform ppid prependListener prependOnceListener
        rawListeners reallyExit ref release removeAllListeners removeListener report resourceUsage send setMaxListeners getMaxListeners
        setSourceMapsEnabled setUncaughtExceptionCaptureCallback setegid seteuid setgid setgroups setuid sourceMapsEnabled stderr
        stdin stdout threadCpuUsage throwDeprecation title traceDeprecation traceProcessWarnings umask unref uptime version versions
        noAsar resourcesPath type getProcessMemoryInfo getSystemMemoryInfo getCPUUsage
    """,
}
_OF_ALL = "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf"

ECMASCRIPT_NAMESPACES = {
    f"javascript.{name}": frozenset(f"{members} {_OF_ALL}".split()) for name, members in _MEMBERS.items()
}
"""All members of the global objects that are namespaces, by their full names."""

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

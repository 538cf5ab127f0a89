"""Containers of the JavaScript library, and the results of their methods."""

from codeshed.resolve.generic.types.library_types import Library

_ARRAY = (
    "at find findLast pop shift = T ; concat copyWithin fill filter reverse slice sort splice toReversed toSorted toSpliced"
    " with = []<T> ; flat flatMap map = []<_> ; reduce reduceRight = _ ; values = javascript.ArrayIterator<T>"
    " ; keys = javascript.ArrayIterator<javascript.number> ; entries = javascript.ArrayIterator<()<javascript.number,T>> ; join = javascript.string"
    " ; indexOf lastIndexOf findIndex findLastIndex push unshift = javascript.number"
    " ; every filter find findIndex findLast findLastIndex flatMap forEach map some -> T javascript.number ; sort toSorted -> T T"
    " ; reduce reduceRight -> _ T"
)
_TEXT = (
    "charAt concat normalize padEnd padStart repeat replace replaceAll slice substr substring toLocaleLowerCase"
    " toLocaleUpperCase toLowerCase toString toUpperCase trim trimEnd trimStart = javascript.string"
    " ; split = []<javascript.string> ; charCodeAt indexOf lastIndexOf search = javascript.number"
)

ECMASCRIPT_LIBRARY = Library(
    f"""
[]<T> ; {_ARRAY}
Array<T> : []<T> ; from of = []<_>
javascript.Array<T> : []<T> ; from of = []<_>
javascript.ReadonlyArray<T> : []<T>
javascript.ArrayLike<T>
javascript.Iterable<T>
javascript.ArrayIterator<T> ; filter drop take = javascript.ArrayIterator<T> ; map flatMap = javascript.ArrayIterator<_> ; next = _ ; find = T ; toArray = []<T> ; every filter find forEach map some -> T
javascript.Map<K,V> : javascript.Iterable<()<K,V>> ; get getOrInsert = V ; values = javascript.ArrayIterator<V> ; keys = javascript.ArrayIterator<K> ; entries = javascript.ArrayIterator<()<K,V>> ; set = javascript.Map<K,V> ; forEach -> V K
javascript.ReadonlyMap<K,V> : javascript.Map<K,V>
javascript.WeakMap<K,V> ; get = V ; set = javascript.WeakMap<K,V>
javascript.WeakRef<T> ; deref = T
javascript.Set<T> ; values keys = javascript.ArrayIterator<T> ; entries = javascript.ArrayIterator<()<T,T>> ; add union difference intersection = javascript.Set<T> ; forEach -> T T
javascript.ReadonlySet<T> : javascript.Set<T>
javascript.WeakSet<T> ; add = javascript.WeakSet<T>
javascript.Promise<T> ; then catch = javascript.Promise<_> ; finally = javascript.Promise<T> ; all allSettled any race resolve reject = javascript.Promise<_> ; then -> T
javascript.PromiseLike<T> ; then = javascript.PromiseLike<_> ; then -> T
react.Component<P,S> ; props := P ; state := S
react.PureComponent<P,S> : react.Component<P,S>
javascript.Object ; keys getOwnPropertyNames = []<javascript.string> ; values entries = []<_> ; assign create freeze fromEntries getPrototypeOf seal setPrototypeOf defineProperty defineProperties = _
javascript.Reflect ; get apply construct getPrototypeOf = _
javascript.JSON ; parse = _ ; stringify = javascript.string
javascript.string ; {_TEXT}
string ; {_TEXT}
"""
)

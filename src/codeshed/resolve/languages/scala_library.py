"""The collections of Scala's own library: which are others, and what they give.

Turns: the names of collections → a Library. Each stands in several packages, and gives collections like itself.
"""

from collections.abc import Iterator

from codeshed.resolve.languages.library import Library

_PACKAGES = ("scala", "scala.collection", "scala.collection.immutable", "scala.collection.mutable")
_SEQUENCES = (
    "Array", "ArrayBuffer", "ArraySeq", "Buffer", "IndexedSeq", "LazyList", "List", "ListBuffer", "Queue", "Seq", "Stream",
    "Vector",
)  # fmt: skip
_SETS = ("HashSet", "LinkedHashSet", "ListSet", "Set", "SortedSet", "TreeSet")
_MAPS = ("HashMap", "LinkedHashMap", "ListMap", "Map", "SortedMap", "TreeMap", "TrieMap")

_OF_ONE = "head last max maxBy min minBy"
_OF_NONE_OR_ONE = "find headOption lastOption maxByOption maxOption minByOption minOption"
_OF_SAME = "distinct drop dropRight dropWhile filter filterNot init reverse slice sortBy sortWith sorted tail take takeRight takeWhile"
_TURNED = "toList = scala.List<A> ; toSeq = scala.Seq<A> ; toVector = scala.Vector<A> ; iterator = scala.Iterator<A>"


def _lines() -> Iterator[str]:
    """Yield a line for each collection in each of its packages."""
    for package in _PACKAGES:
        for name in ("Iterable", *_SEQUENCES, *_SETS):
            same = f"{package}.{name}<A>"
            items = "" if name in _SETS or name == "Iterable" else "apply "
            yield f"{same} ; {items}{_OF_ONE} = A ; {_OF_NONE_OR_ONE} = scala.Option<A> ; {_OF_SAME} = {same} ; {_TURNED}"
        for name in _MAPS:
            same = f"{package}.{name}<K,V>"
            yield (
                f"{same} ; apply getOrElseUpdate = V ; get put remove = scala.Option<V> ; keys = scala.Iterable<K> ; "
                f"values = scala.Iterable<V> ; keySet = scala.Set<K> ; filter filterNot removed updated = {same}"
            )
        yield (
            f"{package}.Iterator<A> ; next = A ; drop dropWhile filter filterNot take takeWhile = scala.Iterator<A> ; "
            f"find = scala.Option<A> ; {_TURNED}"
        )
    for name in ("Option", "Some"):
        yield f"scala.{name}<A> ; get = A ; filter filterNot = scala.Option<A> ; {_TURNED}"
    yield "scala.util.Try<A> ; get = A ; toOption = scala.Option<A>"


SCALA_LIBRARY = Library("\n".join(_lines()))

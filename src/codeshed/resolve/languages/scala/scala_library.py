"""Collections of the Scala library, and the results of their methods.

Turns: the names of collections → a Library. Each exists in several packages, and its methods return the same
collection.
"""

from collections.abc import Iterator

from codeshed.resolve.generic.types.library_types import Library

_PACKAGES = ("scala", "scala.collection", "scala.collection.immutable", "scala.collection.mutable")
_SEQUENCES = (
    "Array", "ArrayBuffer", "ArraySeq", "Buffer", "IndexedSeq", "LazyList", "List", "ListBuffer", "Queue", "Seq", "Stream",
    "Vector",
)  # fmt: skip
_SETS = ("HashSet", "LinkedHashSet", "ListSet", "Set", "SortedSet", "TreeSet")
_MAPS = ("HashMap", "LinkedHashMap", "ListMap", "Map", "SortedMap", "TreeMap", "TrieMap")

_OF_ONE = "head last max maxBy min minBy"
_OF_NONE_OR_ONE = "find headOption lastOption maxByOption maxOption minByOption minOption"
_OF_SAME = "distinct distinctBy drop dropRight dropWhile filter filterNot init reverse slice sortBy sortWith sorted tail take takeRight takeWhile"
_OF_OTHERS = "appended collect concat flatMap flatten map prepended updated zip zipWithIndex"
_WITH_ITEM = "collect count distinctBy dropWhile exists filter filterNot find flatMap forall foreach groupBy map maxBy minBy partition sortBy takeWhile"
_TURNED = "toList = scala.List<A> ; toSeq = scala.Seq<A> ; toVector = scala.Vector<A> ; iterator = scala.Iterator<A>"


def _lines() -> Iterator[str]:
    """Yield a line for each collection in each package."""
    for package in _PACKAGES:
        for name in ("Iterable", *_SEQUENCES, *_SETS):
            same = f"{package}.{name}<A>"
            items = "" if name in _SETS or name == "Iterable" else "apply "
            yield (
                f"{same} ; {items}{_OF_ONE} = A ; {_OF_NONE_OR_ONE} = scala.Option<A> ; {_OF_SAME} = {same} ; "
                f"{_OF_OTHERS} = {package}.{name}<B> ; {_TURNED} ; {_WITH_ITEM} -> A ; sortWith -> A A"
            )
        for name in _MAPS:
            same = f"{package}.{name}<K,V>"
            yield (
                f"{same} ; apply getOrElseUpdate = V ; get put remove = scala.Option<V> ; keys = scala.Iterable<K> ; "
                f"values = scala.Iterable<V> ; keySet = scala.Set<K> ; iterator = scala.Iterator<B> ; "
                f"filter filterNot removed = {same}"
            )
        yield (
            f"{package}.Iterator<A> ; next = A ; drop dropWhile filter filterNot take takeWhile = scala.Iterator<A> ; "
            "collect flatMap map zip zipWithIndex = scala.Iterator<B> ; "
            f"find = scala.Option<A> ; {_TURNED}"
        )
    for name in ("Option", "Some"):
        yield f"scala.{name}<A> ; get = A ; filter filterNot = scala.Option<A> ; collect flatMap flatten map zip = scala.Option<B> ; {_TURNED} ; exists filter filterNot flatMap forall foreach map -> A"
    yield "scala.util.Try<A> ; get = A ; toOption = scala.Option<A>"


_MEMBERS = r"""
#:: #::: & &~ ++ ++: +: -- /: :+ :++ :: ::: :\ abs addString aggregate andThen appended appendedAll apply
applyOrElse canEqual charAt chars clear codePointAt collect collectFirst combinations companion compare
compareTo compose concat contains containsSlice copyToArray corresponds count diff distinct distinctBy drop
dropInPlace dropRight dropWhile empty endsWith eq equals exists failed filter filterInPlace filterKeys filterNot
find findLast flatMap flatten fold foldLeft foldRight forall foreach foreachEntry format formatted get getBytes
getOrElse getOrElseUpdate groupBy groupMap groupMapReduce grouped hasNext hashCode head headOption indexOf
indexOfSlice indexWhere indices init inits intersect isDefined isDefinedAt isEmpty isFailure isLeft isRight
isSuccess isTraversableAgain iterableFactory iterator join keySet keys keysIterator knownSize last lastIndexOf
lastIndexOfSlice lastIndexWhere lastOption lazyZip left length lengthCompare lift lines map mapValues max maxBy
maxByOption maxOption merge min minBy minByOption minOption mkString ne next nonEmpty onComplete orElse orNull
padTo par partition partitionMap patch permutations prefixLength prepended prependedAll product put range
recover recoverWith reduce reduceLeft reduceLeftOption reduceOption reduceRight reduceRightOption removed
removedAll repr reverse reverseIterator reverseMap right runWith sameElements scan scanLeft scanRight search
segmentLength size sizeCompare sizeIs slice sliding sortBy sortWith sorted span split splitAt startsWith stepper
strip stripMargin stripPrefix stripSuffix subsetOf substring sum swap tail tails take takeInPlace takeRight
takeWhile tapEach to toArray toBuffer toByte toChar toDouble toFloat toIndexedSeq toInt toIterable toIterator
toLeft toList toLong toLowerCase toMap toOption toRight toSeq toSet toShort toStream toString toTry toUpperCase
toVector transform transpose trim unapply union unlift until unzip unzip3 update updated updatedWith values
valuesIterator view withDefault withDefaultValue withFilter zip zipAll zipWith zipWithIndex |
"""

SCALA_MEMBERS = frozenset(_MEMBERS.split())
"""Members of library types."""

SCALA_LIBRARY = Library("\n".join(_lines()))

_OF_ALL = frozenset({
    "asInstanceOf", "clone", "eq", "equals", "finalize", "getClass", "hashCode", "isInstanceOf", "ne", "notify",
    "notifyAll", "synchronized", "toString", "wait",
})  # fmt: skip

_MOST_PARAMETERS = 22
"""How many parameters the largest function type has."""

SCALA_MARKERS = {
    **dict.fromkeys(("Any", "AnyRef", "AnyVal", "Object"), _OF_ALL),
    **dict.fromkeys(("Product", "Serializable"), frozenset[str]()),
    "Function0": _OF_ALL | {"apply"},
    "Function1": _OF_ALL | {"andThen", "apply", "compose"},
    **{
        f"Function{count}": _OF_ALL | {"apply", "curried", "tupled"}
        for count in range(2, _MOST_PARAMETERS + 1)
    },
}
"""Base types with few or no members."""

_OPERATORS = frozenset({
    "!", "!=", "##", "%", "&", "&&", "*", "+", "-", "/", "<", "<<", "<=", "==", ">", ">=", ">>", ">>>", "^", "unary_!",
    "unary_+", "unary_-", "unary_~", "|", "||", "~",
})  # fmt: skip
_OF_NUMBERS = frozenset({
    "byteValue", "ceil", "doubleValue", "floatValue", "floor", "getNumericValue", "intValue", "isControl", "isDigit",
    "isFinite", "isInfinite", "isInfinity", "isLetter", "isLetterOrDigit", "isLower", "isNaN", "isNegInfinity",
    "isPosInfinity", "isSpaceChar", "isUpper", "isValidByte", "isValidChar", "isValidInt", "isValidLong", "isValidShort",
    "isWhitespace", "isWhole", "longValue", "reverseBytes", "round", "shortValue", "sign", "signum", "toBinaryString",
    "toDegrees", "toHexString", "toLower", "toOctalString", "toRadians", "toTitleCase", "toUpper",
})  # fmt: skip
_OF_TEXT = frozenset({
    "capitalize", "codePointBefore", "codePointCount", "codePoints", "compareToIgnoreCase", "contentEquals", "describeConstable",
    "equalsIgnoreCase", "getChars", "indent", "intern", "isBlank", "linesIterator", "linesWithSeparators", "matches",
    "offsetByCodePoints", "r", "regionMatches", "repeat", "replace", "replaceAll", "replaceAllLiterally", "replaceFirst",
    "resolveConstantDesc", "stripIndent", "stripLeading", "stripLineEnd", "stripTrailing", "subSequence", "toBoolean",
    "toBooleanOption", "toByteOption", "toCharArray", "toDoubleOption", "toFloatOption", "toIntOption", "toLongOption",
    "toShortOption", "translateEscapes",
})  # fmt: skip
_OF_CONTAINERS = frozenset({
    "excl", "filterOrElse", "incl", "joinLeft", "joinRight", "lengthIs", "mapConserve", "productArity", "productElement",
    "productIterator", "productPrefix",
})  # fmt: skip
_NUMBERS = ("Byte", "Char", "Double", "Float", "Int", "Long", "Short")
_CONTAINERS = ("Array", "Either", "Left", "List", "Map", "Option", "Right", "Seq", "Set", "Some", "Vector")

SCALA_CLOSED_TYPES = {
    "scala.App": _OF_ALL | {"args", "delayedInit", "executionStart", "main"},
    **dict.fromkeys((f"scala.{name}" for name in ("Boolean", "Unit")), _OF_ALL | _OPERATORS | SCALA_MEMBERS),
    **dict.fromkeys(
        (f"scala.{name}" for name in _NUMBERS), _OF_ALL | _OPERATORS | _OF_NUMBERS | SCALA_MEMBERS
    ),
    "scala.String": _OF_ALL | _OPERATORS | _OF_TEXT | SCALA_MEMBERS,
    **dict.fromkeys(
        (f"scala.{name}" for name in _CONTAINERS), _OF_ALL | _OPERATORS | _OF_CONTAINERS | SCALA_MEMBERS
    ),
}
"""Types of which all members are known, by full name; implicit conversions add the rest."""

SCALA_TYPES = frozenset({
    "Any", "AnyRef", "AnyVal", "App", "Array", "BigDecimal", "BigInt", "Boolean", "Byte", "CanEqual", "Char", "Class",
    "ClassManifest", "Console", "Conversion", "DelayedInit", "Double", "DummyImplicit", "Dynamic", "Either", "EmptyTuple",
    "Enumeration", "Equals", "Equiv", "Float", "Fractional", "IArray", "Immutable", "IndexedSeq", "Int", "Integral",
    "Iterable", "IterableOnce", "Iterator", "LazyList", "Left", "List", "Long", "Manifest", "Map", "MatchError",
    "Matchable", "Mutable", "Nil", "None", "NonEmptyTuple", "Nothing", "Null", "Numeric", "OptManifest", "Option",
    "Ordered", "Ordering", "PartialFunction", "PartialOrdering", "PartiallyOrdered", "Predef", "Proxy", "Range", "Right",
    "Selectable", "Seq", "Serializable", "Set", "Short", "Singleton", "Some", "Specializable", "Stream", "String",
    "StringBuilder", "StringContext", "Symbol", "Throwable", "Traversable", "TraversableOnce", "UninitializedFieldError",
    "Unit", "ValueOf", "Vector",
})  # fmt: skip
"""Types of `scala` and Predef that every file sees, except those with a number in their names."""

SCALA_PACKAGES = frozenset({
    "annotation", "collection", "concurrent", "io", "jdk", "language", "math", "reflect", "sys", "util",
})  # fmt: skip
"""Packages within `scala`, which every file sees."""

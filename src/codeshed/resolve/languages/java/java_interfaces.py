"""Interfaces of the Java library that programs implement, with all their members."""

_INTERFACES = """
java.io.Closeable: close
java.io.Externalizable: readExternal writeExternal
java.io.Flushable: flush
java.io.Serializable:
java.lang.Appendable: append
java.lang.AutoCloseable: close
java.lang.CharSequence: charAt chars codePoints getChars isEmpty length subSequence
java.lang.Cloneable:
java.lang.Comparable: compareTo
java.lang.Iterable: forEach iterator spliterator
java.lang.Readable: read
java.lang.Runnable: run
java.lang.annotation.Annotation: annotationType
java.lang.reflect.InvocationHandler: invoke
java.util.Comparator: compare reversed thenComparing thenComparingDouble thenComparingInt thenComparingLong
java.util.Enumeration: asIterator hasMoreElements nextElement
java.util.EventListener:
java.util.Iterator: forEachRemaining hasNext next remove
java.util.Map.Entry: getKey getValue setValue
java.util.RandomAccess:
java.util.concurrent.Callable: call
java.util.concurrent.Executor: execute
java.util.concurrent.ThreadFactory: newThread
java.util.function.BiConsumer: accept andThen
java.util.function.BiFunction: andThen apply
java.util.function.BiPredicate: and negate or test
java.util.function.BooleanSupplier: getAsBoolean
java.util.function.Consumer: accept andThen
java.util.function.Function: andThen apply compose
java.util.function.IntFunction: apply
java.util.function.IntPredicate: and negate or test
java.util.function.IntSupplier: getAsInt
java.util.function.LongSupplier: getAsLong
java.util.function.Predicate: and negate or test
java.util.function.Supplier: get
java.util.function.ToDoubleFunction: applyAsDouble
java.util.function.ToIntFunction: applyAsInt
java.util.function.ToLongFunction: applyAsLong
"""

JAVA_INTERFACES = {
    name: frozenset(members.split())
    for name, _, members in (line.partition(":") for line in _INTERFACES.split("\n") if line)
}
"""Members of these interfaces, by their full names; those of `Object` are left out."""

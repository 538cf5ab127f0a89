"""What methods of Java's own library give to the functions that they are given, and what enums give."""

_STREAM = "allMatch anyMatch dropWhile filter flatMap forEach forEachOrdered map mapToDouble mapToInt mapToLong noneMatch peek takeWhile"

JAVA_CALLBACKS = f"""
java.lang.Enum<E> ; valueOf = E ; values = []<E>
java.lang.Iterable<T> ; forEach -> T
java.util.Iterator<E> ; forEachRemaining -> E
java.util.Collection<E> ; removeIf -> E
java.util.List<E> ; replaceAll -> E ; sort -> E E
java.util.Map<K,V> ; forEach compute computeIfPresent replaceAll -> K V ; computeIfAbsent -> K ; merge -> V V
java.util.Optional<T> ; filter flatMap ifPresent ifPresentOrElse map -> T
java.util.stream.Stream<T> ; {_STREAM} -> T ; max min sorted -> T T
java.util.concurrent.CompletableFuture<T> ; handle thenAccept thenApply thenCompose whenComplete -> T
"""
"""It is added to what is known of these types otherwise."""

"""The generic types of Java's own library that code is most often full of, and the bases of some others."""

from codeshed.resolve.languages.library import Library

JAVA_LIBRARY = Library(
    """
java.lang.Enum<E> ; valueOf = E ; values = []<E>
java.lang.Iterable<T> ; iterator = java.util.Iterator<T> ; spliterator = java.util.Spliterator<T>
java.util.Iterator<E> ; next = E
java.util.ListIterator<E> : java.util.Iterator<E> ; previous = E
java.util.Enumeration<E> ; nextElement = E
java.util.Spliterator<T>
java.util.Collection<E> : java.lang.Iterable<E> ; stream parallelStream = java.util.stream.Stream<E>
java.util.AbstractCollection<E> : java.util.Collection<E>
java.util.SequencedCollection<E> : java.util.Collection<E> ; getFirst getLast removeFirst removeLast = E
java.util.List<E> : java.util.SequencedCollection<E> ; get set = E ; subList = java.util.List<E> ; listIterator = java.util.ListIterator<E>
java.util.AbstractList<E> : java.util.AbstractCollection<E> & java.util.List<E>
java.util.ArrayList<E> : java.util.AbstractList<E>
java.util.LinkedList<E> : java.util.AbstractList<E> & java.util.Deque<E>
java.util.Vector<E> : java.util.AbstractList<E> ; elementAt firstElement lastElement = E
java.util.Stack<E> : java.util.Vector<E> ; push pop peek = E
java.util.concurrent.CopyOnWriteArrayList<E> : java.util.List<E>
java.util.Set<E> : java.util.Collection<E>
java.util.AbstractSet<E> : java.util.AbstractCollection<E> & java.util.Set<E>
java.util.HashSet<E> : java.util.AbstractSet<E>
java.util.LinkedHashSet<E> : java.util.HashSet<E>
java.util.EnumSet<E> : java.util.AbstractSet<E>
java.util.SortedSet<E> : java.util.Set<E> ; first last = E ; headSet tailSet subSet = java.util.SortedSet<E>
java.util.NavigableSet<E> : java.util.SortedSet<E> ; lower floor ceiling higher pollFirst pollLast = E ; headSet tailSet subSet descendingSet = java.util.NavigableSet<E>
java.util.TreeSet<E> : java.util.AbstractSet<E> & java.util.NavigableSet<E>
java.util.Queue<E> : java.util.Collection<E> ; remove poll element peek = E
java.util.AbstractQueue<E> : java.util.AbstractCollection<E> & java.util.Queue<E>
java.util.PriorityQueue<E> : java.util.AbstractQueue<E>
java.util.Deque<E> : java.util.Queue<E> ; removeFirst removeLast pollFirst pollLast getFirst getLast peekFirst peekLast pop = E
java.util.ArrayDeque<E> : java.util.AbstractCollection<E> & java.util.Deque<E>
java.util.concurrent.BlockingQueue<E> : java.util.Queue<E> ; take = E
java.util.concurrent.ConcurrentLinkedQueue<E> : java.util.AbstractQueue<E>
java.util.concurrent.LinkedBlockingQueue<E> : java.util.AbstractQueue<E> & java.util.concurrent.BlockingQueue<E>
java.util.Map<K,V> ; get getOrDefault put putIfAbsent computeIfAbsent computeIfPresent compute merge replace remove = V ; keySet = java.util.Set<K> ; values = java.util.Collection<V> ; entrySet = java.util.Set<java.util.Map.Entry<K,V>>
java.util.Map.Entry<K,V> ; getKey = K ; getValue setValue = V
java.util.AbstractMap<K,V> : java.util.Map<K,V>
java.util.AbstractMap.SimpleEntry<K,V> : java.util.Map.Entry<K,V>
java.util.AbstractMap.SimpleImmutableEntry<K,V> : java.util.Map.Entry<K,V>
java.util.HashMap<K,V> : java.util.AbstractMap<K,V>
java.util.LinkedHashMap<K,V> : java.util.HashMap<K,V>
java.util.IdentityHashMap<K,V> : java.util.AbstractMap<K,V>
java.util.WeakHashMap<K,V> : java.util.AbstractMap<K,V>
java.util.EnumMap<K,V> : java.util.AbstractMap<K,V>
java.util.Hashtable<K,V> : java.util.Map<K,V>
java.util.SortedMap<K,V> : java.util.Map<K,V> ; firstKey lastKey = K ; headMap tailMap subMap = java.util.SortedMap<K,V>
java.util.NavigableMap<K,V> : java.util.SortedMap<K,V> ; lowerKey floorKey ceilingKey higherKey = K ; lowerEntry floorEntry ceilingEntry higherEntry firstEntry lastEntry pollFirstEntry pollLastEntry = java.util.Map.Entry<K,V> ; headMap tailMap subMap descendingMap = java.util.NavigableMap<K,V> ; navigableKeySet descendingKeySet = java.util.NavigableSet<K>
java.util.TreeMap<K,V> : java.util.AbstractMap<K,V> & java.util.NavigableMap<K,V>
java.util.concurrent.ConcurrentMap<K,V> : java.util.Map<K,V>
java.util.concurrent.ConcurrentHashMap<K,V> : java.util.AbstractMap<K,V> & java.util.concurrent.ConcurrentMap<K,V>
java.util.Optional<T> ; get orElse orElseGet orElseThrow = T ; filter or = java.util.Optional<T>
java.util.stream.Stream<T> ; filter sorted distinct limit skip peek takeWhile dropWhile = java.util.stream.Stream<T> ; findFirst findAny min max = java.util.Optional<T> ; toList = java.util.List<T> ; iterator = java.util.Iterator<T>
java.util.function.Supplier<T> ; get = T
java.util.function.Function<T,R> ; apply = R
java.util.function.UnaryOperator<T> : java.util.function.Function<T,T>
java.util.function.BiFunction<T,U,R> ; apply = R
java.util.function.BinaryOperator<T> : java.util.function.BiFunction<T,T,T>
java.util.concurrent.Callable<V> ; call = V
java.util.concurrent.Future<V> ; get join resultNow = V
java.util.concurrent.CompletableFuture<T> : java.util.concurrent.Future<T>
java.util.concurrent.atomic.AtomicReference<V> ; get getAndSet = V
java.lang.ThreadLocal<T> ; get = T
java.lang.ref.Reference<T> ; get = T
java.lang.ref.WeakReference<T> : java.lang.ref.Reference<T>
java.lang.ref.SoftReference<T> : java.lang.ref.Reference<T>
java.lang.Class<T> ; newInstance cast = T ; getCanonicalName getName getSimpleName getTypeName = java.lang.String
java.io.Serializable
java.lang.Cloneable
java.lang.CharSequence
java.lang.Comparable<T>
java.lang.Number
java.lang.Boolean : java.lang.Comparable<java.lang.Boolean>
java.lang.Character : java.lang.Comparable<java.lang.Character>
java.lang.Byte : java.lang.Number & java.lang.Comparable<java.lang.Byte>
java.lang.Short : java.lang.Number & java.lang.Comparable<java.lang.Short>
java.lang.Integer : java.lang.Number & java.lang.Comparable<java.lang.Integer>
java.lang.Long : java.lang.Number & java.lang.Comparable<java.lang.Long>
java.lang.Float : java.lang.Number & java.lang.Comparable<java.lang.Float>
java.lang.Double : java.lang.Number & java.lang.Comparable<java.lang.Double>
java.lang.String : java.lang.CharSequence & java.lang.Comparable<java.lang.String> ; concat format intern join repeat replace replaceAll replaceFirst strip substring toLowerCase toUpperCase trim valueOf = java.lang.String
java.lang.StringBuilder : java.lang.CharSequence & java.lang.Appendable ; append appendCodePoint delete deleteCharAt insert replace reverse = java.lang.StringBuilder
java.lang.StringBuffer : java.lang.CharSequence & java.lang.Appendable ; append appendCodePoint delete deleteCharAt insert replace reverse = java.lang.StringBuffer
java.lang.Appendable
java.lang.Runnable
java.lang.Thread : java.lang.Runnable
java.lang.Throwable
java.lang.Exception : java.lang.Throwable
java.lang.Error : java.lang.Throwable
java.lang.RuntimeException : java.lang.Exception
java.lang.IllegalArgumentException : java.lang.RuntimeException
java.lang.IllegalStateException : java.lang.RuntimeException
java.lang.NullPointerException : java.lang.RuntimeException
java.lang.InterruptedException : java.lang.Exception
java.io.IOException : java.lang.Exception
java.util.concurrent.ExecutionException : java.lang.Exception
"""
)

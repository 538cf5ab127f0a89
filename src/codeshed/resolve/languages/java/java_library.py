"""Generic types of the Java library that are frequent in programs, their base types, and the results of their methods."""

from codeshed.resolve.generic.types.library_types import Library

_STREAM = "allMatch anyMatch dropWhile filter flatMap forEach forEachOrdered map mapToDouble mapToInt mapToLong noneMatch peek takeWhile"

_CALLBACKS = f"""
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
"""What methods pass to their callbacks, and the static methods of enums."""

JAVA_LIBRARY = Library(
    """
java.lang.Object ; toString = java.lang.String ; getClass = java.lang.Class<_>
java.lang.Enum<E> : java.lang.Comparable<E> & java.io.Serializable ; name = java.lang.String ; valueOf = E ; values = []<E>
java.lang.Record
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
java.lang.Class<T> : java.lang.reflect.Type & java.lang.reflect.AnnotatedElement & java.io.Serializable ; newInstance cast = T ; getCanonicalName getName getSimpleName getTypeName = java.lang.String
java.lang.annotation.Annotation ; annotationType = java.lang.Class<_>
java.lang.reflect.AnnotatedElement
java.lang.reflect.Type ; getTypeName = java.lang.String
java.lang.reflect.GenericArrayType : java.lang.reflect.Type ; getGenericComponentType = java.lang.reflect.Type
java.lang.reflect.ParameterizedType : java.lang.reflect.Type ; getRawType getOwnerType = java.lang.reflect.Type
java.lang.reflect.TypeVariable<D> : java.lang.reflect.Type & java.lang.reflect.AnnotatedElement ; getName = java.lang.String
java.lang.reflect.WildcardType : java.lang.reflect.Type
java.lang.reflect.Member ; getName = java.lang.String ; getDeclaringClass = java.lang.Class<_>
java.lang.reflect.AccessibleObject : java.lang.reflect.AnnotatedElement
java.lang.reflect.Executable : java.lang.reflect.AccessibleObject & java.lang.reflect.Member
java.lang.reflect.Method : java.lang.reflect.Executable ; getReturnType = java.lang.Class<_> ; getGenericReturnType = java.lang.reflect.Type
java.lang.reflect.Constructor<T> : java.lang.reflect.Executable ; newInstance = T
java.lang.reflect.Field : java.lang.reflect.AccessibleObject & java.lang.reflect.Member ; getType = java.lang.Class<_> ; getGenericType = java.lang.reflect.Type
java.lang.AutoCloseable
java.lang.Readable
java.io.Closeable : java.lang.AutoCloseable
java.io.Flushable
java.io.Reader : java.lang.Readable & java.io.Closeable
java.io.BufferedReader : java.io.Reader ; readLine = java.lang.String
java.io.StringReader : java.io.Reader
java.io.InputStreamReader : java.io.Reader
java.io.FileReader : java.io.InputStreamReader
java.io.Writer : java.lang.Appendable & java.io.Closeable & java.io.Flushable
java.io.BufferedWriter : java.io.Writer
java.io.StringWriter : java.io.Writer
java.io.PrintWriter : java.io.Writer
java.io.OutputStreamWriter : java.io.Writer
java.io.FileWriter : java.io.OutputStreamWriter
java.io.InputStream : java.io.Closeable
java.io.FilterInputStream : java.io.InputStream
java.io.BufferedInputStream : java.io.FilterInputStream
java.io.ByteArrayInputStream : java.io.InputStream
java.io.FileInputStream : java.io.InputStream
java.io.OutputStream : java.io.Closeable & java.io.Flushable
java.io.FilterOutputStream : java.io.OutputStream
java.io.BufferedOutputStream : java.io.FilterOutputStream
java.io.ByteArrayOutputStream : java.io.OutputStream
java.io.FileOutputStream : java.io.OutputStream
java.io.PrintStream : java.io.FilterOutputStream & java.lang.Appendable
java.io.File : java.io.Serializable & java.lang.Comparable<java.io.File> ; getName getPath getAbsolutePath = java.lang.String ; getParentFile = java.io.File
java.nio.file.Path : java.lang.Comparable<java.nio.file.Path> & java.lang.Iterable<java.nio.file.Path> ; toFile = java.io.File
java.math.BigDecimal : java.lang.Number & java.lang.Comparable<java.math.BigDecimal>
java.math.BigInteger : java.lang.Number & java.lang.Comparable<java.math.BigInteger>
java.util.Date : java.io.Serializable & java.lang.Cloneable & java.lang.Comparable<java.util.Date>
java.util.Locale : java.io.Serializable & java.lang.Cloneable
java.util.UUID : java.io.Serializable & java.lang.Comparable<java.util.UUID>
java.util.concurrent.atomic.AtomicInteger : java.lang.Math ; E PI = double
java.lang.Number : java.io.Serializable ; byteValue = byte ; shortValue = short ; intValue = int ; longValue = long ; floatValue = float ; doubleValue = double
java.util.concurrent.atomic.AtomicLong : java.lang.Number
java.io.Serializable
java.lang.Cloneable
java.lang.CharSequence
java.lang.Comparable<T>
java.lang.Number
java.lang.Boolean : java.io.Serializable & java.lang.Comparable<java.lang.Boolean>
java.lang.Character : java.io.Serializable & java.lang.Comparable<java.lang.Character>
java.lang.Byte : java.lang.Number & java.lang.Comparable<java.lang.Byte> ; MAX_VALUE MIN_VALUE = byte
java.lang.Short : java.lang.Number & java.lang.Comparable<java.lang.Short> ; MAX_VALUE MIN_VALUE = short
java.lang.Integer : java.lang.Number & java.lang.Comparable<java.lang.Integer> ; MAX_VALUE MIN_VALUE = int
java.lang.Long : java.lang.Number & java.lang.Comparable<java.lang.Long> ; MAX_VALUE MIN_VALUE = long
java.lang.Float : java.lang.Number & java.lang.Comparable<java.lang.Float> ; MAX_VALUE MIN_NORMAL MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY = float
java.lang.Double : java.lang.Number & java.lang.Comparable<java.lang.Double> ; MAX_VALUE MIN_NORMAL MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY = double
java.lang.String : java.io.Serializable & java.lang.CharSequence & java.lang.Comparable<java.lang.String> ; concat format intern join repeat replace replaceAll replaceFirst strip substring toLowerCase toUpperCase trim valueOf = java.lang.String
java.lang.StringBuilder : java.io.Serializable & java.lang.CharSequence & java.lang.Appendable ; append appendCodePoint delete deleteCharAt insert replace reverse = java.lang.StringBuilder
java.lang.StringBuffer : java.io.Serializable & java.lang.CharSequence & java.lang.Appendable ; append appendCodePoint delete deleteCharAt insert replace reverse = java.lang.StringBuffer
java.lang.Appendable
java.lang.Runnable
java.lang.Thread : java.lang.Runnable
java.lang.Throwable : java.io.Serializable ; getMessage getLocalizedMessage = java.lang.String ; getCause = java.lang.Throwable
java.lang.Exception : java.lang.Throwable
java.lang.Error : java.lang.Throwable
java.lang.AssertionError : java.lang.Error
java.lang.LinkageError : java.lang.Error
java.lang.ExceptionInInitializerError : java.lang.LinkageError
java.lang.NoClassDefFoundError : java.lang.LinkageError
java.lang.VirtualMachineError : java.lang.Error
java.lang.OutOfMemoryError : java.lang.VirtualMachineError
java.lang.StackOverflowError : java.lang.VirtualMachineError
java.lang.RuntimeException : java.lang.Exception
java.lang.ArithmeticException : java.lang.RuntimeException
java.lang.ClassCastException : java.lang.RuntimeException
java.lang.IllegalArgumentException : java.lang.RuntimeException
java.lang.NumberFormatException : java.lang.IllegalArgumentException
java.lang.IllegalStateException : java.lang.RuntimeException
java.lang.IndexOutOfBoundsException : java.lang.RuntimeException
java.lang.NullPointerException : java.lang.RuntimeException
java.lang.SecurityException : java.lang.RuntimeException
java.lang.UnsupportedOperationException : java.lang.RuntimeException
java.util.ConcurrentModificationException : java.lang.RuntimeException
java.util.NoSuchElementException : java.lang.RuntimeException
java.io.UncheckedIOException : java.lang.RuntimeException
java.lang.CloneNotSupportedException : java.lang.Exception
java.lang.InterruptedException : java.lang.Exception
java.lang.ReflectiveOperationException : java.lang.Exception
java.lang.ClassNotFoundException : java.lang.ReflectiveOperationException
java.lang.IllegalAccessException : java.lang.ReflectiveOperationException
java.lang.InstantiationException : java.lang.ReflectiveOperationException
java.lang.NoSuchFieldException : java.lang.ReflectiveOperationException
java.lang.NoSuchMethodException : java.lang.ReflectiveOperationException
java.lang.reflect.InvocationTargetException : java.lang.ReflectiveOperationException
java.io.IOException : java.lang.Exception
java.io.EOFException : java.io.IOException
java.io.FileNotFoundException : java.io.IOException
java.net.URISyntaxException : java.lang.Exception
java.text.ParseException : java.lang.Exception
java.util.concurrent.ExecutionException : java.lang.Exception
java.util.concurrent.TimeoutException : java.lang.Exception
""",
    _CALLBACKS,
)

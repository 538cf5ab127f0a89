"""Other types of the Java library, by name only.

A program may have wildcard imports of several packages; only known names tell from which one a type comes.
"""

_NAMES = """
java.io: Console DataInput DataInputStream DataOutput DataOutputStream FileFilter FilenameFilter ObjectInputStream
java.io: ObjectOutputStream PipedInputStream PipedOutputStream RandomAccessFile StreamTokenizer
java.math: MathContext RoundingMode
java.net: HttpURLConnection InetAddress InetSocketAddress MalformedURLException ServerSocket Socket SocketException URI
java.net: URL URLConnection URLDecoder URLEncoder
java.nio: ByteBuffer ByteOrder CharBuffer IntBuffer LongBuffer MappedByteBuffer
java.nio.charset: Charset CharsetDecoder CharsetEncoder StandardCharsets
java.nio.file: DirectoryStream FileSystem FileSystems FileVisitResult Files OpenOption Paths SimpleFileVisitor
java.nio.file: StandardCopyOption StandardOpenOption
java.sql: Connection DriverManager PreparedStatement ResultSet SQLException Statement
java.text: DateFormat DecimalFormat MessageFormat NumberFormat SimpleDateFormat
java.time: Clock DateTimeException DayOfWeek Duration Instant LocalDate LocalDateTime LocalTime Month OffsetDateTime
java.time: Period Year ZoneId ZoneOffset ZonedDateTime
java.util: Arrays Base64 BitSet Calendar Collections Comparator Currency DoubleSummaryStatistics Formatter
java.util: GregorianCalendar InputMismatchException IntSummaryStatistics LongSummaryStatistics MissingResourceException
java.util: Objects OptionalDouble OptionalInt OptionalLong PrimitiveIterator Properties Random ResourceBundle Scanner
java.util: ServiceLoader SimpleTimeZone SplittableRandom Spliterators StringJoiner StringTokenizer TimeZone Timer
java.util: TimerTask
java.util.concurrent: ArrayBlockingQueue BlockingDeque CancellationException CompletionException CompletionService
java.util.concurrent: CompletionStage ConcurrentLinkedDeque ConcurrentSkipListMap ConcurrentSkipListSet CountDownLatch
java.util.concurrent: CopyOnWriteArraySet CyclicBarrier DelayQueue Executor ExecutorService Executors ForkJoinPool
java.util.concurrent: ForkJoinTask FutureTask LinkedBlockingDeque Phaser PriorityBlockingQueue RecursiveAction
java.util.concurrent: RecursiveTask RejectedExecutionException ScheduledExecutorService ScheduledFuture Semaphore
java.util.concurrent: SynchronousQueue ThreadFactory ThreadLocalRandom ThreadPoolExecutor TimeUnit TransferQueue
java.util.concurrent.atomic: AtomicBoolean AtomicIntegerArray AtomicLongArray AtomicReferenceArray LongAdder
java.util.concurrent.locks: Condition Lock LockSupport ReadWriteLock ReentrantLock ReentrantReadWriteLock StampedLock
java.util.function: BiConsumer BiPredicate BooleanSupplier Consumer DoubleBinaryOperator DoubleConsumer DoubleFunction
java.util.function: DoublePredicate DoubleSupplier DoubleUnaryOperator IntBinaryOperator IntConsumer IntFunction
java.util.function: IntPredicate IntSupplier IntToLongFunction IntUnaryOperator LongBinaryOperator LongConsumer
java.util.function: LongFunction LongPredicate LongSupplier LongUnaryOperator ObjIntConsumer ObjLongConsumer Predicate
java.util.function: ToDoubleBiFunction ToDoubleFunction ToIntBiFunction ToIntFunction ToLongBiFunction ToLongFunction
java.util.regex: MatchResult Matcher Pattern PatternSyntaxException
java.util.stream: BaseStream Collector Collectors DoubleStream IntStream LongStream StreamSupport
"""

JAVA_NAMES = frozenset(
    f"{package}.{name}"
    for package, _, names in (line.partition(":") for line in _NAMES.splitlines() if line)
    for name in names.split()
)
"""Full names of types, besides those in `java_library.py`."""

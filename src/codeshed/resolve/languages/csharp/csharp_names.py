"""The public types of the namespaces that most C# files use, by namespace.

A type of such a namespace that is not listed does not exist there: an unknown name comes from another namespace that the file
uses, or is unknown.
"""

_TYPES = {
    "System": """
        AccessViolationException Action Activator AggregateException AppContext AppDomain ApplicationException ApplicationId ArgIterator
        ArgumentException ArgumentNullException ArgumentOutOfRangeException ArithmeticException Array ArraySegment
        ArrayTypeMismatchException AsyncCallback Attribute AttributeTargets AttributeUsageAttribute BadImageFormatException
        Base64FormattingOptions BitConverter Boolean Buffer Byte CLSCompliantAttribute CannotUnloadAppDomainException Char
        CharEnumerator Comparison Console ConsoleCancelEventArgs ConsoleCancelEventHandler ConsoleColor ConsoleKey ConsoleKeyInfo
        ConsoleModifiers ConsoleSpecialKey ContextBoundObject ContextStaticAttribute Convert Converter DBNull
        DataMisalignedException DateOnly DateTime DateTimeKind DateTimeOffset DayOfWeek Decimal Delegate DivideByZeroException
        DllNotFoundException Double DuplicateWaitObjectException EntryPointNotFoundException Enum Environment
        EnvironmentVariableTarget EventArgs EventHandler Exception ExecutionEngineException FieldAccessException FileStyleUriParser
        FlagsAttribute FormatException FormattableString Func FtpStyleUriParser GC GCCollectionMode GCGenerationInfo GCMemoryInfo
        GenericUriParser GenericUriParserOptions GopherStyleUriParser Guid Half HashCode HttpStyleUriParser IAsyncDisposable
        IAsyncResult ICloneable IComparable IConvertible ICustomFormatter IDisposable IEquatable IFormatProvider IFormattable
        IObservable IObserver IParsable IProgress IServiceProvider ISpanFormattable ISpanParsable IUtf8SpanFormattable
        IUtf8SpanParsable Index IndexOutOfRangeException InsufficientExecutionStackException InsufficientMemoryException Int128
        Int16 Int32 Int64 IntPtr InvalidCastException InvalidOperationException InvalidProgramException InvalidTimeZoneException
        Lazy LdapStyleUriParser LoaderOptimization LoaderOptimizationAttribute LocalDataStoreSlot MTAThreadAttribute
        MarshalByRefObject Math MathF MemberAccessException Memory MemoryExtensions MethodAccessException MidpointRounding
        MissingFieldException MissingMemberException MissingMethodException ModuleHandle MulticastDelegate
        MulticastNotSupportedException NetPipeStyleUriParser NetTcpStyleUriParser NewsStyleUriParser NonSerializedAttribute
        NotFiniteNumberException NotImplementedException NotSupportedException NullReferenceException Nullable Object
        ObjectDisposedException ObsoleteAttribute OperatingSystem OperationCanceledException OutOfMemoryException OverflowException
        ParamArrayAttribute PlatformID PlatformNotSupportedException Predicate Progress Random Range RankException ReadOnlyMemory
        ReadOnlySpan ResolveEventArgs ResolveEventHandler RuntimeArgumentHandle RuntimeFieldHandle RuntimeMethodHandle
        RuntimeTypeHandle SByte STAThreadAttribute SequencePosition SerializableAttribute Single Span StackOverflowException String
        StringComparer StringComparison StringNormalizationExtensions StringSplitOptions SystemException ThreadStaticAttribute
        TimeOnly TimeProvider TimeSpan TimeZone TimeZoneInfo TimeZoneNotFoundException TimeoutException Tuple TupleExtensions Type
        TypeAccessException TypeCode TypeInitializationException TypeLoadException TypeUnloadedException TypedReference UInt128
        UInt16 UInt32 UInt64 UIntPtr UnauthorizedAccessException UnhandledExceptionEventArgs UnhandledExceptionEventHandler
        UnitySerializationHolder Uri UriBuilder UriComponents UriCreationOptions UriFormat UriFormatException UriHostNameType
        UriKind UriParser UriPartial UriTypeConverter ValueTuple ValueType Version Void WeakReference
    """,
    "System.Collections": """
        ArrayList BitArray CaseInsensitiveComparer CaseInsensitiveHashCodeProvider CollectionBase Comparer DictionaryBase
        DictionaryEntry Hashtable ICollection IComparer IDictionary IDictionaryEnumerator IEnumerable IEnumerator
        IEqualityComparer IHashCodeProvider IList IStructuralComparable IStructuralEquatable Queue ReadOnlyCollectionBase
        SortedList Stack StructuralComparisons
    """,
    "System.Collections.Concurrent": """
        BlockingCollection ConcurrentBag ConcurrentDictionary ConcurrentQueue ConcurrentStack EnumerablePartitionerOptions
        IProducerConsumerCollection OrderablePartitioner Partitioner
    """,
    "System.Collections.Generic": """
        ByteEqualityComparer CollectionExtensions Comparer Dictionary EqualityComparer HashSet IAlternateEqualityComparer
        IAsyncEnumerable IAsyncEnumerator ICollection IComparer IDictionary IEnumerable IEnumerator IEqualityComparer IList
        IReadOnlyCollection IReadOnlyDictionary IReadOnlyList IReadOnlySet ISet KeyNotFoundException KeyValuePair LinkedList
        LinkedListNode List OrderedDictionary PriorityQueue Queue ReferenceEqualityComparer SortedDictionary SortedList SortedSet
        Stack SynchronizedCollection SynchronizedKeyedCollection SynchronizedReadOnlyCollection
    """,
    "System.Collections.ObjectModel": """
        Collection KeyedCollection ObservableCollection ReadOnlyCollection ReadOnlyDictionary ReadOnlyObservableCollection ReadOnlySet
    """,
    "System.Diagnostics.CodeAnalysis": """
        AllowNullAttribute ConstantExpectedAttribute DisallowNullAttribute DoesNotReturnAttribute DoesNotReturnIfAttribute
        DynamicDependencyAttribute DynamicallyAccessedMemberTypes DynamicallyAccessedMembersAttribute
        ExcludeFromCodeCoverageAttribute ExperimentalAttribute FeatureGuardAttribute FeatureSwitchDefinitionAttribute
        MaybeNullAttribute MaybeNullWhenAttribute MemberNotNullAttribute MemberNotNullWhenAttribute NotNullAttribute
        NotNullIfNotNullAttribute NotNullWhenAttribute RequiresAssemblyFilesAttribute RequiresDynamicCodeAttribute
        RequiresUnreferencedCodeAttribute SetsRequiredMembersAttribute StringSyntaxAttribute SuppressMessageAttribute
        UnconditionalSuppressMessageAttribute UnscopedRefAttribute
    """,
    "System.Globalization": """
        Calendar CalendarAlgorithmType CalendarWeekRule CharUnicodeInfo ChineseLunisolarCalendar CompareInfo CompareOptions
        CultureInfo CultureNotFoundException CultureTypes DateTimeFormatInfo DateTimeStyles DaylightTime DigitShapes
        EastAsianLunisolarCalendar GlobalizationExtensions GregorianCalendar GregorianCalendarTypes HebrewCalendar HijriCalendar
        ISOWeek IdnMapping JapaneseCalendar JapaneseLunisolarCalendar JulianCalendar KoreanCalendar KoreanLunisolarCalendar
        NumberFormatInfo NumberStyles PersianCalendar RegionInfo SortKey SortVersion StringInfo TaiwanCalendar
        TaiwanLunisolarCalendar TextElementEnumerator TextInfo ThaiBuddhistCalendar TimeSpanStyles UmAlQuraCalendar UnicodeCategory
    """,
    "System.IO": """
        BinaryReader BinaryWriter BufferedStream Directory DirectoryInfo DirectoryNotFoundException DriveInfo
        DriveNotFoundException DriveType EndOfStreamException EnumerationOptions ErrorEventArgs ErrorEventHandler File FileAccess
        FileAttributes FileInfo FileLoadException FileMode FileNotFoundException FileOptions FileShare FileStream FileStreamOptions
        FileSystemAclExtensions FileSystemEventArgs FileSystemEventHandler FileSystemInfo FileSystemWatcher HandleInheritability
        IOException InternalBufferOverflowException InvalidDataException MatchCasing MatchType MemoryStream NotifyFilters Path
        PathTooLongException RandomAccess RenamedEventArgs RenamedEventHandler SearchOption SeekOrigin Stream StreamReader
        StreamWriter StringReader StringWriter TextReader TextWriter UnixFileMode UnmanagedMemoryAccessor UnmanagedMemoryStream
        WaitForChangedResult WatcherChangeTypes WindowsRuntimeStorageExtensions
    """,
    "System.Linq": """
        AsyncEnumerable Enumerable EnumerableExecutor EnumerableQuery IGrouping ILookup IOrderedEnumerable IOrderedQueryable
        IQueryProvider IQueryable ImmutableArrayExtensions Lookup OrderedParallelQuery ParallelEnumerable ParallelExecutionMode
        ParallelMergeOptions ParallelQuery Queryable
    """,
    "System.Net.Http": """
        ByteArrayContent ClientCertificateOption DelegatingHandler FormUrlEncodedContent HttpClient HttpClientHandler
        HttpCompletionOption HttpContent HttpIOException HttpKeepAlivePingPolicy HttpMessageHandler HttpMessageInvoker HttpMethod
        HttpProtocolException HttpRequestError HttpRequestException HttpRequestMessage HttpRequestOptions HttpRequestOptionsKey
        HttpResponseMessage HttpVersionPolicy MessageProcessingHandler MultipartContent MultipartFormDataContent
        ReadOnlyMemoryContent SocketsHttpConnectionContext SocketsHttpHandler SocketsHttpPlaintextStreamFilterContext StreamContent
        StringContent WebRequestHandler WinHttpHandler
    """,
    "System.Text": """
        Ascii CodePagesEncodingProvider CompositeFormat Decoder DecoderExceptionFallback DecoderExceptionFallbackBuffer
        DecoderFallback DecoderFallbackBuffer DecoderFallbackException DecoderReplacementFallback
        DecoderReplacementFallbackBuffer Encoder EncoderExceptionFallback EncoderExceptionFallbackBuffer EncoderFallback
        EncoderFallbackBuffer EncoderFallbackException EncoderReplacementFallback EncoderReplacementFallbackBuffer Encoding
        EncodingExtensions EncodingInfo EncodingProvider NormalizationForm Rune SpanLineEnumerator SpanRuneEnumerator
        StringBuilder StringRuneEnumerator ASCIIEncoding UTF32Encoding UTF7Encoding UTF8Encoding UnicodeEncoding
    """,
    "System.Text.RegularExpressions": """
        Capture CaptureCollection GeneratedRegexAttribute Group GroupCollection Match MatchCollection MatchEvaluator Regex
        RegexCompilationInfo RegexMatchTimeoutException RegexOptions RegexParseError RegexParseException RegexRunner
        RegexRunnerFactory ValueMatch
    """,
    "System.Threading": """
        AbandonedMutexException ApartmentState AsyncFlowControl AsyncLocal AsyncLocalValueChangedArgs AutoResetEvent Barrier
        BarrierPostPhaseException CancellationToken CancellationTokenRegistration CancellationTokenSource CompressedStack
        ContextCallback CountdownEvent EventResetMode EventWaitHandle EventWaitHandleAcl ExecutionContext HostExecutionContext
        HostExecutionContextManager IOCompletionCallback IThreadPoolWorkItem ITimer Interlocked LazyInitializer LazyThreadSafetyMode Lock
        LockCookie LockRecursionException LockRecursionPolicy ManualResetEvent ManualResetEventSlim Monitor Mutex MutexAcl
        NamedWaitHandleOptions NativeOverlapped Overlapped ParameterizedThreadStart PeriodicTimer PreAllocatedOverlapped ReaderWriterLock
        ReaderWriterLockSlim RegisteredWaitHandle Semaphore SemaphoreAcl SemaphoreFullException SemaphoreSlim SendOrPostCallback
        SpinLock SpinWait SynchronizationContext SynchronizationLockException Thread ThreadAbortException ThreadExceptionEventArgs
        ThreadExceptionEventHandler ThreadInterruptedException ThreadLocal ThreadPool ThreadPoolBoundHandle ThreadPriority
        ThreadStart ThreadStartException ThreadState ThreadStateException ThreadingAclExtensions Timeout Timer TimerCallback Volatile
        WaitCallback WaitHandle WaitHandleCannotBeOpenedException WaitHandleExtensions WaitOrTimerCallback
    """,
    "System.Threading.Tasks": """
        ConcurrentExclusiveSchedulerPair ConfigureAwaitOptions Parallel ParallelLoopResult ParallelLoopState ParallelOptions Task
        TaskAsyncEnumerableExtensions TaskCanceledException TaskCompletionSource TaskContinuationOptions TaskCreationOptions TaskExtensions
        TaskFactory TaskScheduler TaskSchedulerException TaskStatus TaskToAsyncResult UnobservedTaskExceptionEventArgs ValueTask
    """,
}
_ATTRIBUTE = "Attribute"


def _with_short_names(types: str) -> frozenset[str]:
    """Return names of types; attributes may lack their suffix."""
    names = types.split()
    return frozenset((*names, *(each.removesuffix(_ATTRIBUTE) for each in names if each != _ATTRIBUTE)))


TYPES_BY_NAMESPACE = {name: _with_short_names(types) for name, types in _TYPES.items()}
"""All types of the namespaces whose types are known."""

IMPLICIT_TYPES = frozenset[str]().union(
    *(
        TYPES_BY_NAMESPACE[name]
        for name in (
            "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading",
            "System.Threading.Tasks",
        )
    )
)  # fmt: skip
"""The types that a project with implicit usings sees everywhere."""

NAMESPACE_BY_TYPE = {
    name: namespaces[0]
    for name in sorted(frozenset[str]().union(*TYPES_BY_NAMESPACE.values()))
    if len(namespaces := [each for each, types in TYPES_BY_NAMESPACE.items() if name in types]) == 1
}
"""The namespace of each type that only one of these namespaces has."""

KNOWN_TYPES = frozenset(
    f"{namespace}.{name}" for namespace, types in TYPES_BY_NAMESPACE.items() for name in types
)
"""The full names of all types of these namespaces."""

CSHARP_TYPES = frozenset[str]().union(*TYPES_BY_NAMESPACE.values())
"""Types that are external where nothing in the repository defines them; others come from a namespace that the file uses."""

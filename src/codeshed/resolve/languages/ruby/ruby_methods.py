"""All methods and constants of the types of Ruby and of its library, of Ruby 3.1 to 3.4.

Other libraries add methods to these types: such a method is of a repository, or of a library that is not known.
"""

_NAMES = """
Object: Array BigDecimal Complex Float Hash Integer JSON Pathname Rational String URI __callee__ __dir__ __id__
Object: __method__ __send__ abort alias_method allocate ancestors at_exit attr attr_accessor attr_reader attr_writer
Object: autoload autoload? binding block_given? caller caller_locations catch class class_eval class_exec
Object: class_variable_defined? class_variable_get class_variable_set class_variables clone const_defined? const_get
Object: const_missing const_set const_source_location constants define_method define_singleton_method
Object: deprecate_constant display dup enum_for eql? equal? eval exec exit exit! extend fail fork format freeze frozen?
Object: gem gem_original_require gets global_variables hash include include? included_modules initialize_clone
Object: initialize_copy initialize_dup inspect instance_eval instance_exec instance_method instance_methods
Object: instance_of? instance_variable_defined? instance_variable_get instance_variable_set instance_variables is_a?
Object: iterator? itself j jj json_creatable? kind_of? lambda load local_variables loop method method_defined? methods
Object: module_eval module_exec name new nil? object_id open p pp prepend pretty_inspect pretty_print
Object: pretty_print_cycle pretty_print_inspect pretty_print_instance_variables print printf private_class_method
Object: private_constant private_instance_methods private_method_defined? private_methods proc
Object: protected_instance_methods protected_method_defined? protected_methods public_class_method public_constant
Object: public_instance_method public_instance_methods public_method public_method_defined? public_methods public_send
Object: putc puts raise rand readline readlines remove_class_variable remove_instance_variable remove_method require
Object: require_relative respond_to? respond_to_missing? select send set_trace_func singleton_class singleton_class?
Object: singleton_method singleton_methods sleep spawn sprintf srand subclasses superclass syscall system taint
Object: tainted? tap test then throw to_enum to_json to_s to_yaml trace_var trap trust undef_method untaint untrace_var
Object: untrust untrusted? warn yaml_tag yield_self
Module: append_features attached_object const_added extend_object extended included inherited initialize method_added
Module: method_removed method_undefined module_function nesting prepend_features prepended private protected public
Module: refine refinements remove_const ruby2_keywords set_temporary_name undefined_instance_methods used_modules using
Enumerable: all? any? chain chunk chunk_while collect collect_concat compact count cycle detect drop drop_while
Enumerable: each_cons each_entry each_slice each_with_index each_with_object entries filter filter_map find find_all
Enumerable: find_index first flat_map grep grep_v group_by inject lazy map max max_by member? min min_by minmax
Enumerable: minmax_by none? one? partition reduce reject reverse_each slice_after slice_before slice_when sort sort_by
Enumerable: sum take take_while tally to_a to_h to_set uniq zip
Comparable: between? clamp
Array(Enumerable): abbrev append assoc at bsearch bsearch_index clear collect! combination compact! concat deconstruct
Array(Enumerable): delete delete_at delete_if difference dig each each_index empty? fetch fetch_values fill filter!
Array(Enumerable): flatten flatten! index insert intersect? intersection join keep_if last length map! pack permutation
Array(Enumerable): pop product push rassoc reject! repeated_combination repeated_permutation replace reverse reverse!
Array(Enumerable): rindex rotate rotate! sample select! shelljoin shift shuffle shuffle! size slice slice! sort!
Array(Enumerable): sort_by! to_ary to_csv transpose try_convert union uniq! unshift values_at
Benchmark: BENCHMARK_VERSION CAPTION FORMAT Job Report Tms benchmark bm bmbm measure realtime
BigDecimal(Numeric): BASE EXCEPTION_ALL EXCEPTION_INFINITY EXCEPTION_NaN EXCEPTION_OVERFLOW EXCEPTION_UNDERFLOW
BigDecimal(Numeric): EXCEPTION_ZERODIVIDE INFINITY NAN ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN
BigDecimal(Numeric): ROUND_HALF_EVEN ROUND_HALF_UP ROUND_MODE ROUND_UP SIGN_NEGATIVE_FINITE SIGN_NEGATIVE_INFINITE
BigDecimal(Numeric): SIGN_NEGATIVE_ZERO SIGN_NaN SIGN_POSITIVE_FINITE SIGN_POSITIVE_INFINITE SIGN_POSITIVE_ZERO VERSION
BigDecimal(Numeric): add double_fig exponent fix frac interpret_loosely limit mode mult n_significant_digits nan? power
BigDecimal(Numeric): precision precision_scale precs save_exception_mode save_limit save_rounding_mode scale sign split
BigDecimal(Numeric): sqrt sub to_d to_digits to_f to_i to_r
Binding: irb local_variable_defined? local_variable_get local_variable_set receiver source_location
CSV(Enumerable): ConverterEncoding Converters DEFAULT_OPTIONS DateMatcher DateTimeMatcher FieldInfo FieldsConverter
CSV(Enumerable): HeaderConverters InputRecordSeparator MalformedCSVError Parser Row Table VERSION Writer add_row
CSV(Enumerable): binmode binmode? build_fields_converter build_header_fields_converter build_parser_fields_converter
CSV(Enumerable): build_writer_fields_converter close close_read close_write closed? col_sep convert convert_fields
CSV(Enumerable): converters def_delegator def_delegators def_instance_delegator def_instance_delegators delegate
CSV(Enumerable): determine_encoding each encoding eof eof? external_encoding fcntl field_size_limit fileno flock flush
CSV(Enumerable): force_quotes? foreach fsync generate generate_line header_convert header_converters
CSV(Enumerable): header_fields_converter header_row? headers instance instance_delegate internal_encoding ioctl isatty
CSV(Enumerable): liberal_parsing? line lineno normalize_converters parse parse_line parser parser_enumerator
CSV(Enumerable): parser_fields_converter parser_options path pid pos quote_char raw_encoding read reopen
CSV(Enumerable): return_headers? rewind row_sep seek shift skip_blanks? skip_lines stat string sync table tell to_i
CSV(Enumerable): to_io truncate tty? unconverted_fields? write_headers? writer writer_fields_converter writer_options
Complex(Numeric): I marshal_dump rationalize to_d to_f to_i to_r
Date(Comparable): ABBR_DAYNAMES ABBR_MONTHNAMES DAYNAMES ENGLAND Error GREGORIAN ITALY Infinity JULIAN MONTHNAMES
Date(Comparable): VERSION ajd amjd asctime civil commercial ctime cwday cweek cwyear day day_fraction downto england
Date(Comparable): friday? gregorian gregorian? gregorian_leap? hour httpdate infinite? iso8601 italy jd jisx0301 julian
Date(Comparable): julian? julian_leap? ld leap? marshal_dump marshal_load mday min minute mjd mon monday? month
Date(Comparable): new_start next next_day next_month next_year ordinal parse prev_day prev_month prev_year rfc2822
Date(Comparable): rfc3339 rfc822 saturday? sec second start step strftime strptime succ sunday? thursday? to_date
Date(Comparable): to_datetime to_time today tuesday? upto valid_civil? valid_commercial? valid_date? valid_jd?
Date(Comparable): valid_ordinal? wday wednesday? xmlschema yday year
DateTime(Date): new_offset now offset sec_fraction second_fraction zone
Dir(Enumerable): Tmpname chdir children chroot close delete each each_child empty? exist? exists? fchdir fileno for_fd
Dir(Enumerable): foreach getwd glob home mkdir mktmpdir path pos pwd read rewind rmdir seek tell tmpdir to_path unlink
ENV(Enumerable): assoc clear delete delete_if each each_key each_pair each_value empty? except fetch filter! has_key?
ENV(Enumerable): has_value? invert keep_if key key? keys length merge! rassoc rehash reject! replace select! shift size
ENV(Enumerable): slice store to_hash update value? values values_at
ERB: Compiler DefMethod Revision Util def_class def_method def_module encoding filename lineno make_compiler
ERB: new_toplevel result result_with_hash run set_eoutvar src version
Encoding: ANSI_X3_4_1968 ASCII ASCII_8BIT BIG5 BIG5_HKSCS BIG5_HKSCS_2008 BIG5_UAO BINARY Big5 Big5_HKSCS
Encoding: Big5_HKSCS_2008 Big5_UAO CESU_8 CP1250 CP1251 CP1252 CP1253 CP1254 CP1255 CP1256 CP1257 CP1258 CP437 CP50220
Encoding: CP50221 CP51932 CP65000 CP65001 CP720 CP737 CP775 CP850 CP852 CP855 CP857 CP860 CP861 CP862 CP863 CP864 CP865
Encoding: CP866 CP869 CP874 CP878 CP932 CP936 CP949 CP950 CP951 CSWINDOWS31J CompatibilityError Converter
Encoding: ConverterNotFoundError CsWindows31J EBCDIC_CP_US EMACS_MULE EUCCN EUCJP EUCJP_MS EUCKR EUCTW EUC_CN
Encoding: EUC_JISX0213 EUC_JIS_2004 EUC_JP EUC_JP_MS EUC_KR EUC_TW Emacs_Mule EucCN EucJP EucJP_ms EucKR EucTW GB12345
Encoding: GB18030 GB1988 GB2312 GBK IBM037 IBM437 IBM720 IBM737 IBM775 IBM850 IBM852 IBM855 IBM857 IBM860 IBM861 IBM862
Encoding: IBM863 IBM864 IBM865 IBM866 IBM869 ISO2022_JP ISO2022_JP2 ISO8859_1 ISO8859_10 ISO8859_11 ISO8859_13
Encoding: ISO8859_14 ISO8859_15 ISO8859_16 ISO8859_2 ISO8859_3 ISO8859_4 ISO8859_5 ISO8859_6 ISO8859_7 ISO8859_8
Encoding: ISO8859_9 ISO_2022_JP ISO_2022_JP_2 ISO_2022_JP_KDDI ISO_8859_1 ISO_8859_10 ISO_8859_11 ISO_8859_13
Encoding: ISO_8859_14 ISO_8859_15 ISO_8859_16 ISO_8859_2 ISO_8859_3 ISO_8859_4 ISO_8859_5 ISO_8859_6 ISO_8859_7
Encoding: ISO_8859_8 ISO_8859_9 InvalidByteSequenceError KOI8_R KOI8_U MACCENTEURO MACCROATIAN MACCYRILLIC MACGREEK
Encoding: MACICELAND MACJAPAN MACJAPANESE MACROMAN MACROMANIA MACTHAI MACTURKISH MACUKRAINE MacCentEuro MacCroatian
Encoding: MacCyrillic MacGreek MacIceland MacJapan MacJapanese MacRoman MacRomania MacThai MacTurkish MacUkraine PCK
Encoding: SHIFT_JIS SJIS SJIS_DOCOMO SJIS_DoCoMo SJIS_KDDI SJIS_SOFTBANK SJIS_SoftBank STATELESS_ISO_2022_JP
Encoding: STATELESS_ISO_2022_JP_KDDI Shift_JIS Stateless_ISO_2022_JP Stateless_ISO_2022_JP_KDDI TIS_620 UCS_2BE UCS_4BE
Encoding: UCS_4LE US_ASCII UTF8_DOCOMO UTF8_DoCoMo UTF8_KDDI UTF8_MAC UTF8_SOFTBANK UTF8_SoftBank UTF_16 UTF_16BE
Encoding: UTF_16LE UTF_32 UTF_32BE UTF_32LE UTF_7 UTF_8 UTF_8_HFS UTF_8_MAC UndefinedConversionError WINDOWS_1250
Encoding: WINDOWS_1251 WINDOWS_1252 WINDOWS_1253 WINDOWS_1254 WINDOWS_1255 WINDOWS_1256 WINDOWS_1257 WINDOWS_1258
Encoding: WINDOWS_31J WINDOWS_874 Windows_1250 Windows_1251 Windows_1252 Windows_1253 Windows_1254 Windows_1255
Encoding: Windows_1256 Windows_1257 Windows_1258 Windows_31J Windows_874 aliases ascii_compatible? compatible?
Encoding: default_external default_internal dummy? find list locale_charmap name_list names replicate
Enumerator(Enumerable): ArithmeticSequence Chain Generator Lazy Producer Yielder each feed next next_values peek
Enumerator(Enumerable): peek_values produce rewind size with_index with_object
Errno: E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EAUTH EBADARCH EBADE EBADEXEC EBADF
Errno: EBADFD EBADMACHO EBADMSG EBADR EBADRPC EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECAPMODE ECHILD ECHRNG ECOMM
Errno: ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ EDEVERR EDOM EDOOFUS EDOTDOT EDQUOT EEXIST
Errno: EFAULT EFBIG EFTYPE EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EIPSEC EISCONN
Errno: EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST ELAST ELIBACC ELIBBAD ELIBEXEC
Errno: ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENEEDAUTH
Errno: ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOATTR ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK
Errno: ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPOLICY ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK
Errno: ENOTCAPABLE ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOPNOTSUPP
Errno: EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROCLIM EPROCUNAVAIL EPROGMISMATCH EPROGUNAVAIL EPROTO
Errno: EPROTONOSUPPORT EPROTOTYPE EPWROFF EQFULL ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ERPCMISMATCH
Errno: ESHLIBVERS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY
Errno: EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL NOERROR
Exception: backtrace backtrace_locations cause exception full_message message method_missing set_backtrace to_tty?
FalseClass:
Fiber: alive? backtrace backtrace_locations blocking? current current_scheduler resume schedule scheduler set_scheduler
Fiber: transfer yield
File(IO): ALT_SEPARATOR Constants PATH_SEPARATOR SEPARATOR Separator Stat absolute_path absolute_path? atime basename
File(IO): birthtime blockdev? chardev? chmod chown ctime delete directory? dirname empty? executable? executable_real?
File(IO): exist? exists? expand_path extname file? flock fnmatch fnmatch? ftype grpowned? identical? join lchmod lchown
File(IO): link lstat lutime mkfifo mtime owned? path pipe? readable? readable_real? readlink realdirpath realpath
File(IO): rename setgid? setuid? size size? socket? split sticky? symlink symlink? to_path truncate umask unlink utime
File(IO): world_readable? world_writable? writable? writable_real? zero?
FileTest: blockdev? chardev? directory? empty? executable? executable_real? exist? exists? file? grpowned? identical?
FileTest: owned? pipe? readable? readable_real? setgid? setuid? size size? socket? sticky? symlink? world_readable?
FileTest: world_writable? writable? writable_real? zero?
Float(Numeric): DIG EPSILON INFINITY MANT_DIG MAX MAX_10_EXP MAX_EXP MIN MIN_10_EXP MIN_EXP NAN RADIX nan? next_float
Float(Numeric): prev_float rationalize to_d to_f to_i to_r
GC: INTERNAL_CONSTANTS OPTS Profiler auto_compact compact config count disable enable garbage_collect
GC: latest_compact_info latest_gc_info measure_total_time start stat stress total_time using_rvargc?
GC: verify_compaction_references verify_internal_consistency verify_transient_heap_internal_consistency
Hash(Enumerable): assoc clear compact! compare_by_identity compare_by_identity? deconstruct_keys default default_proc
Hash(Enumerable): delete delete_if dig each each_key each_pair each_value empty? except fetch fetch_values filter!
Hash(Enumerable): flatten has_key? has_value? invert keep_if key key? keys length merge merge! rassoc rehash reject!
Hash(Enumerable): replace ruby2_keywords_hash ruby2_keywords_hash? select! shift size slice store to_hash to_proc
Hash(Enumerable): transform_keys transform_keys! transform_values transform_values! try_convert update value? values
Hash(Enumerable): values_at
IO(Enumerable): APPEND BINARY Buffer CREAT ConsoleMode DIRECT DSYNC EAGAINWaitReadable EAGAINWaitWritable
IO(Enumerable): EINPROGRESSWaitReadable EINPROGRESSWaitWritable EWOULDBLOCKWaitReadable EWOULDBLOCKWaitWritable EXCL
IO(Enumerable): FNM_CASEFOLD FNM_DOTMATCH FNM_EXTGLOB FNM_NOESCAPE FNM_PATHNAME FNM_SHORTNAME FNM_SYSCASE LOCK_EX
IO(Enumerable): LOCK_NB LOCK_SH LOCK_UN NOATIME NOCTTY NOFOLLOW NONBLOCK NULL PRIORITY RDONLY RDWR READABLE RSYNC
IO(Enumerable): SEEK_CUR SEEK_DATA SEEK_END SEEK_HOLE SEEK_SET SHARE_DELETE SYNC TMPFILE TRUNC WRITABLE WRONLY
IO(Enumerable): WaitReadable WaitWritable advise autoclose? beep binmode binmode? binread binwrite
IO(Enumerable): check_winsize_changed clear_screen close close_on_exec? close_read close_write closed? console
IO(Enumerable): console_mode cooked cooked! copy_stream cursor cursor_down cursor_left cursor_right cursor_up each
IO(Enumerable): each_byte each_char each_codepoint each_line echo? eof eof? erase_line erase_screen external_encoding
IO(Enumerable): fcntl fdatasync fileno flush for_fd foreach fsync getbyte getc getch getpass goto goto_column iflush
IO(Enumerable): internal_encoding ioctl ioflush isatty lineno noecho nonblock nonblock? nread oflush pathconf pid pipe
IO(Enumerable): popen pos pread pressed? pwrite raw raw! read read_nonblock readbyte readchar readpartial ready? reopen
IO(Enumerable): rewind scroll_backward scroll_forward seek set_encoding set_encoding_by_bom stat sync sysopen sysread
IO(Enumerable): sysseek syswrite tell timeout to_i to_io try_convert tty? ungetbyte ungetc wait wait_priority
IO(Enumerable): wait_readable wait_writable winsize write write_nonblock
Integer(Numeric): GMP_VERSION allbits? anybits? bit_length ceildiv chr digits downto each_prime even?
Integer(Numeric): from_prime_division gcd gcdlcm lcm miller_rabin_bases miller_rabin_test next nobits? odd? ord pow
Integer(Numeric): pred prime? prime_division rationalize size sqrt succ times to_bn to_d to_f to_i to_r try_convert
Integer(Numeric): upto
JSON: CircularDatastructure Ext FAST_STATE_PROTOTYPE GeneratorError GenericObject Infinity JSONError JSON_LOADED
JSON: MinusInfinity MissingUnicodeSupport NaN NestingError PRETTY_STATE_PROTOTYPE Parser ParserError
JSON: SAFE_STATE_PROTOTYPE State UnparserError VERSION VERSION_ARRAY VERSION_BUILD VERSION_MAJOR VERSION_MINOR
JSON: create_fast_state create_id create_pretty_state deep_const_get dump dump_default_options fast_generate
JSON: fast_unparse generate generator iconv load_default_options load_file load_file! parse parse! parser
JSON: pretty_generate pretty_unparse recurse_proc restore state unparse
Logger: DEBUG ERROR Error FATAL Formatter INFO LogDevice Period ProgName SEV_LABEL Severity ShiftingError UNKNOWN
Logger: VERSION WARN add close datetime_format debug debug! debug? error error! error? fatal fatal! fatal?
Logger: format_message format_severity formatter info info! info? level log progname reopen sev_threshold unknown warn!
Logger: warn?
Marshal: MAJOR_VERSION MINOR_VERSION dump restore
MatchData: begin bytebegin byteend byteoffset captures deconstruct deconstruct_keys end length match match_length
MatchData: named_captures names offset post_match pre_match regexp size string to_a values_at
Math: DomainError E PI acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp frexp gamma hypot ldexp lgamma
Math: log log10 log2 sin sinh sqrt tan tanh
Method: arity call curry original_name owner parameters private? protected? public? receiver source_location
Method: super_method to_proc unbind
Monitor: enter mon_check_owner mon_enter mon_exit mon_locked? mon_owned? mon_synchronize mon_try_enter new_cond
Monitor: synchronize try_enter try_mon_enter wait_for_cond
Mutex: lock locked? owned? synchronize try_lock unlock
NilClass: rationalize to_a to_c to_d to_f to_h to_i to_r
Numeric(Comparable): abs abs2 angle arg ceil coerce conj conjugate denominator div divmod fdiv finite? floor i imag
Numeric(Comparable): imaginary infinite? integer? magnitude modulo negative? nonzero? numerator phase polar positive?
Numeric(Comparable): quo real real? rect rectangular remainder round singleton_method_added step to_c to_int truncate
Numeric(Comparable): zero?
ObjectSpace: InternalObjectWrapper WeakMap allocation_class_path allocation_generation allocation_method_id
ObjectSpace: allocation_sourcefile allocation_sourceline count_imemo_objects count_nodes count_objects
ObjectSpace: count_objects_size count_symbols count_tdata_objects define_finalizer dump dump_all each_object
ObjectSpace: garbage_collect internal_class_of internal_super_of memsize_of memsize_of_all reachable_objects_from
ObjectSpace: reachable_objects_from_root trace_object_allocations trace_object_allocations_clear
ObjectSpace: trace_object_allocations_debug_start trace_object_allocations_start trace_object_allocations_stop
ObjectSpace: undefine_finalizer
Open3: VERSION capture2 capture2e capture3 pipeline pipeline_r pipeline_run pipeline_rw pipeline_start pipeline_w
Open3: popen2 popen2e popen3 popen_run
OpenStruct: InspectKey VERSION block_given! class! clone! define_singleton_method! delete_field delete_field! dig dig!
OpenStruct: display! dup! each_pair each_pair! encode_with encode_with! enum_for! extend! freeze! hash! init_with
OpenStruct: init_with! inspect! instance_eval! instance_exec! instance_variable_get! instance_variable_set!
OpenStruct: instance_variables! is_method_protected! itself! marshal_dump marshal_dump! marshal_load method!
OpenStruct: method_missing methods! new_ostruct_member! object_id! private_methods! protected_methods! public_method!
OpenStruct: public_methods! public_send! raise! remove_instance_variable! send! set_ostruct_member_value!
OpenStruct: singleton_class! singleton_method! singleton_methods! table table! taint! tap! then! to_enum! to_h to_h!
OpenStruct: to_s! trust! untaint! untrust! update_to_values! yield_self!
OptionParser: Acceptables AmbiguousArgument AmbiguousOption Arguable ArgumentStyle COMPSYS_HEADER CompletingHash
OptionParser: Completion DecimalInteger DecimalNumeric DefaultList InvalidArgument InvalidOption List MissingArgument
OptionParser: NO_ARGUMENT NeedlessArgument NoArgument OPTIONAL_ARGUMENT OctalInteger Officious OptionMap
OptionParser: OptionalArgument ParseError REQUIRED_ARGUMENT RequiredArgument SPLAT_PROC Switch Version accept
OptionParser: add_officious additional_message banner base candidate complete compsys def_head_option def_option
OptionParser: def_tail_option default_argv define define_head define_tail environment getopts help inc make_switch
OptionParser: notwice on on_head on_tail order order! parse parse! parse_in_order permute permute! program_name reject
OptionParser: release remove require_exact search separator set_banner set_program_name set_summary_indent
OptionParser: set_summary_width summarize summary_indent summary_width terminate to_a top ver version visit with
Pathname: FileUtils SAME_PATHS SEPARATOR_LIST SEPARATOR_PAT TO_PATH absolute? add_trailing_separator ascend atime
Pathname: basename binread binwrite birthtime blockdev? chardev? children chmod chop_basename chown cleanpath
Pathname: cleanpath_aggressive cleanpath_conservative ctime del_trailing_separator delete descend directory? dirname
Pathname: each_child each_entry each_filename each_line empty? entries executable? executable_real? exist? expand_path
Pathname: extname file? find fnmatch fnmatch? ftype getwd glob grpowned? has_trailing_separator? join lchmod lchown
Pathname: lstat make_link make_symlink mkdir mkpath mountpoint? mtime opendir owned? parent pipe? plus prepend_prefix
Pathname: pwd read readable? readable_real? readlink realdirpath realpath relative? relative_path_from rename rmdir
Pathname: rmtree root? setgid? setuid? size size? socket? split split_names stat sticky? sub sub_ext symlink? sysopen
Pathname: to_path truncate unlink utime world_readable? world_writable? writable? writable_real? write zero?
Proc: arity call curry lambda? parameters source_location to_proc yield
Process: CLOCK_BOOTTIME CLOCK_BOOTTIME_ALARM CLOCK_MONOTONIC CLOCK_MONOTONIC_COARSE CLOCK_MONOTONIC_RAW
Process: CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_REALTIME_ALARM CLOCK_REALTIME_COARSE CLOCK_TAI
Process: CLOCK_THREAD_CPUTIME_ID GID PRIO_PGRP PRIO_PROCESS PRIO_USER RLIMIT_AS RLIMIT_CORE RLIMIT_CPU RLIMIT_DATA
Process: RLIMIT_FSIZE RLIMIT_MEMLOCK RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_NOFILE RLIMIT_NPROC RLIMIT_RSS RLIMIT_RTPRIO
Process: RLIMIT_RTTIME RLIMIT_SIGPENDING RLIMIT_STACK RLIM_INFINITY RLIM_SAVED_CUR RLIM_SAVED_MAX Status Sys Tms UID
Process: WNOHANG WUNTRACED Waiter argv0 clock_getres clock_gettime daemon detach egid euid getpgid getpgrp getpriority
Process: getrlimit getsid gid groups initgroups kill last_status maxgroups pid ppid setpgid setpgrp setpriority
Process: setproctitle setrlimit setsid times uid wait wait2 waitall waitpid waitpid2 warmup
Queue: clear close closed? deq empty? enq length marshal_dump num_waiting pop push shift size
Random: ALPHANUMERIC Base DEFAULT Formatter alphanumeric base64 bytes hex left marshal_dump marshal_load new_seed
Random: random_bytes random_number seed state urandom urlsafe_base64 uuid
Range(Enumerable): begin bsearch cover? each end exclude_end? last overlap? size step
Rational(Numeric): marshal_dump rationalize to_d to_f to_i to_r
Regexp: EXTENDED FIXEDENCODING IGNORECASE MULTILINE NOENCODING casefold? compile encoding escape fixed_encoding?
Regexp: last_match linear_time? match match? named_captures names options quote source timeout try_convert union
SecureRandom: alphanumeric base64 bytes gen_random hex random_bytes random_number urlsafe_base64 uuid
Set(Enumerable): InspectKey add add? classify clear collect! compare_by_identity compare_by_identity? delete delete?
Set(Enumerable): delete_if difference disjoint? divide do_with_enum each empty? filter! flatten flatten! flatten_merge
Set(Enumerable): intersect? intersection join keep_if length map! merge proper_subset? proper_superset? reject! replace
Set(Enumerable): reset select! size subset? subtract superset? union
Shellwords: escape join shellescape shelljoin shellsplit shellwords split
Signal: list signame
SimpleDelegator: BasicObject RUBYGEMS_ACTIVATION_MONITOR VERSION __getobj__ __setobj__ delegating_block marshal_dump
SimpleDelegator: marshal_load method_missing public_api
StandardError(Exception):
String(Comparable): Extend append_as_bytes ascii_only? b byteindex byterindex bytes bytesize byteslice bytesplice
String(Comparable): capitalize capitalize! casecmp casecmp? center chars chomp chomp! chop chop! chr clear codepoints
String(Comparable): concat count crypt dedup delete delete! delete_prefix delete_prefix! delete_suffix delete_suffix!
String(Comparable): downcase downcase! dump each_byte each_char each_codepoint each_grapheme_cluster each_line empty?
String(Comparable): encode encode! encoding end_with? force_encoding getbyte grapheme_clusters gsub gsub! hex index
String(Comparable): insert intern json_create length lines ljust lstrip lstrip! match match? next next! oct ord
String(Comparable): parse_csv partition replace reverse reverse! rindex rjust rpartition rstrip rstrip! scan scrub
String(Comparable): scrub! setbyte shellescape shellsplit size slice slice! split squeeze squeeze! start_with? strip
String(Comparable): strip! sub sub! succ succ! sum swapcase swapcase! to_c to_d to_f to_i to_json_raw
String(Comparable): to_json_raw_object to_r to_str to_sym tr tr! tr_s tr_s! try_convert undump unicode_normalize
String(Comparable): unicode_normalize! unicode_normalized? unpack unpack1 upcase upcase! upto valid_encoding?
StringIO(IO): VERSION closed_read? closed_write? length size string truncate
StringScanner: Error Id Version beginning_of_line? bol? captures charpos check check_until clear concat empty? eos?
StringScanner: exist? fixed_anchor? get_byte getbyte getch match? matched matched? matched_size must_C_version peek
StringScanner: peep pointer pos post_match pre_match reset rest rest? rest_size restsize scan scan_full scan_until
StringScanner: search_full size skip skip_until string terminate unscan values_at
Struct(Enumerable): Group Passwd deconstruct deconstruct_keys dig each each_pair keyword_init? length members size
Struct(Enumerable): values values_at
Symbol(Comparable): all_symbols capitalize casecmp casecmp? downcase empty? encoding end_with? id2name intern length
Symbol(Comparable): match match? next size slice start_with? succ swapcase to_proc to_sym upcase
Tempfile(File): BasicObject RUBYGEMS_ACTIVATION_MONITOR Remover VERSION __getobj__ __setobj__ close! create
Tempfile(File): delegating_block length marshal_dump marshal_load method_missing public_api
Thread: Backtrace ConditionVariable Mutex Queue SizedQueue abort_on_exception add_trace_func alive? backtrace
Thread: backtrace_locations current each_caller_location fetch group handle_interrupt ignore_deadlock join key? keys
Thread: kill list main native_thread_id pass pending_interrupt? priority report_on_exception run start status stop
Thread: stop? terminate thread_variable? thread_variable_get thread_variable_set thread_variables value wakeup
Time(Comparable): asctime at ceil ctime day deconstruct_keys dst? floor friday? getgm getlocal getutc gm gmt?
Time(Comparable): gmt_offset gmtime gmtoff hour httpdate isdst iso8601 local localtime mday min mktime mon monday?
Time(Comparable): month now nsec parse rfc2822 rfc822 round saturday? sec strftime strptime subsec sunday? thursday?
Time(Comparable): to_a to_date to_datetime to_f to_i to_r to_time tuesday? tv_nsec tv_sec tv_usec usec utc utc?
Time(Comparable): utc_offset wday wednesday? xmlschema yday year zone zone_offset
Timeout: Error VERSION timeout
TrueClass:
URI: ABS_PATH ABS_URI ABS_URI_REF BadURIError DEFAULT_PARSER ESCAPED Error FRAGMENT FTP File Generic HOST HTTP HTTPS
URI: InvalidComponentError InvalidURIError LDAP LDAPS MailTo OPAQUE PATTERN PORT Parser QUERY REGEXP REGISTRY REL_PATH
URI: REL_URI REL_URI_REF RFC2396_Parser RFC2396_REGEXP RFC3986_PARSER RFC3986_Parser SCHEME TBLDECWWWCOMP_
URI: TBLENCWWWCOMP_ UNSAFE URI_REF USERINFO Util VERSION VERSION_CODE WEB_ENCODINGS_ WS decode_www_form
URI: decode_www_form_component encode_www_form encode_www_form_component extract for get_encoding join parse regexp
URI: register_scheme scheme_list split
UnboundMethod: arity bind bind_call original_name owner parameters private? protected? public? source_location
UnboundMethod: super_method
YAML: BadAlias ClassLoader Coder DisallowedClass Emitter Exception Handler Handlers LIBYAML_VERSION Nodes Omap Parser
YAML: ScalarScanner Set Stream Streaming SyntaxError TreeBuilder VERSION Visitors add_builtin_type add_domain_type
YAML: add_tag config domain_types dump dump_stream dump_tags libyaml_version load_file load_stream load_tags parse
YAML: parse_file parse_stream parser remove_type safe_dump safe_load safe_load_file unsafe_load unsafe_load_file
"""


def _names_by_type() -> dict[str, frozenset[str]]:
    """Return the names of each type: its own, and those of the types in parentheses."""
    own: dict[str, set[str]] = {}
    bases: dict[str, tuple[str, ...]] = {}
    for line in _NAMES.strip().splitlines():
        written, _, names = line.partition(":")
        head, _, parents = written.removesuffix(")").partition("(")
        own.setdefault(head, set()).update(names.split())
        bases[head] = tuple(parents.split())

    def names_of(name: str) -> set[str]:
        return own[name].union(*map(names_of, bases[name]))

    return {f"ruby.{name}": frozenset(names_of(name)) for name in own}


_OPERATOR_NAMES = "! != !~ % & * ** + +@ - -@ / < << <= <=> == === =~ > >= >> [] []= ^ ` | ~"
_OPERATORS = frozenset(_OPERATOR_NAMES.split())
_OF_OTHER_TYPES = """
absolute accept_charset accept_encoding accept_language active? add! add_attribute add_banner add_cert add_certid
add_certificate add_converter add_crl add_data add_dictionary add_entry add_extension add_field add_file add_insert_cmd
add_nonce add_observer add_path add_put_cmd add_recipient add_revoked add_signer add_status additional additional_certs
addr address adjoint adjugate adler afamily algorithm allow_nan? allowed_digests alpn_protocol alpn_protocols
alpn_select_cb angle_with antisymmetric? args argv array_nl as_json asn1_flag attributes atype auth_tag auth_type
authenticated? authority authority_key_identifier avail_in avail_out base64digest base64digest! base_label base_uri
basic basic_auth bit_set? blksize block block_length block_size blocks body body_exist? body_stream bool break break?
break_outmost_groups breakable breakables broadaddr broadcast buffer_initial_length buffer_open by_col by_col!
by_col_or_row by_col_or_row! by_row by_row! byte ca_certs ca_file ca_issuer_uris ca_path cache_control callee_id
canonical_each canonname cert cert_requested? cert_status cert_store certid certificate certificates challenge changed
changed? charset check_circular? check_inspect_key check_key check_nonce check_password check_private_key check_user
check_userinfo check_validity chunked? cipher ciphers cleanup clear_bit! client_ca client_cert_cb close_incoming
close_on_empty_response close_outgoing cmp_issuer cmsg_is? code code_type cofactor cofactor_expansion collect2 column
column_count column_separator column_size column_vectors combine comma_breakable comment compare? compile_content
compile_etag compile_stag component component_ary compute_key configure connect_from connect_internal connect_to
connection_close? connection_keep_alive? content_encoding content_length content_range content_type content_type_parse
context continue_timeout conv convpath cookies copy_metadata copy_nonce coredump? count_observers covector cr crc
create_body create_ext create_ext_from_array create_ext_from_hash create_ext_from_string create_extension
create_timestamp critical? crl crl_uris crls cross cross_product cstime current_cert current_crl current_group
curve_name cutime d data data_type debug_output decode_content decrypt def_single_delegator def_single_delegators
default_policy_id default_port defined_class degree delete_observer delete_observers depth dereference? derive desc
destination_encoding destination_encoding_name det det_e detached detached? determinant determinant_e dev dev_major
dev_minor dh_compute_key diagonal? digest digest! digest_length dir dmp1 dmq1 dn domain door? dot dsa_sign_asn1
dsa_verify_asn1 dstaddr e each2 each_capitalized each_capitalized_name each_header each_list_item each_message_chunk
each_name each_option each_strongly_connected_component each_strongly_connected_component_from eager eigen eigensystem
element elements elements_to_f elements_to_i elements_to_r enable_fallback_scsv enabled? enc_key enclose enclosed?
encrypt ended? entity entrywise_product errno error_bytes error_char error_depth error_string error_type escapeElement
escapeHTML escapeURIComponent escape_element escape_html escape_slash escape_slash? etags eval_script event exit_value
exited? exitstatus expires explicit_trim_line export extensions external? extra_chain_cert failure_info family
family_addrinfo field field? field_row? fields file files fill_breakable final find_extension find_proxy find_response
finish finished? finished_message first? first_minor flags flush_next_in flush_next_out flush_sessions force fragment
free from g gateway_interface gecos gen_time generate_key generate_key! genspace get get2 get_candidates get_fields
get_flags get_nth_prime get_string get_value group_queue group_sub guard_inspect_key h hadamard_product hash_algorithm
hash_old head head2 header header? hermitian? hexdigest hexdigest! hexdump hierarchical? host hostname hstack hton
http_header http_version httponly id ifindex incomplete_input? indefinite_length indent independent? infinite_length
infinity? inflate_adapter initialize_http_header inner_product ino inplace_mode input insert_cmd insert_output
inspect_sockaddr instruction_sequence int int_from_prime_division internal? internal_object_id inv inverse invert! io
ip6_arpa ip6_int ip? ip_address ip_pktinfo ip_port ip_unpack ipaddr ipv4? ipv4_compat ipv4_compat? ipv4_loopback?
ipv4_mapped ipv4_mapped? ipv4_multicast? ipv4_multicast_loop ipv4_multicast_ttl ipv4_private? ipv6? ipv6_linklocal?
ipv6_loopback? ipv6_mc_global? ipv6_mc_linklocal? ipv6_mc_nodelocal? ipv6_mc_orglocal? ipv6_mc_sitelocal?
ipv6_multicast? ipv6_pktinfo ipv6_pktinfo_addr ipv6_pktinfo_ifindex ipv6_sitelocal? ipv6_to_ipv4 ipv6_unique_local?
ipv6_unspecified? ipv6_v4compat? ipv6_v4mapped? iqmp is_erb_stag? issuer issuer_certificate issuer_key_hash
issuer_name_hash item iv_len keep_alive_timeout keep_back keep_drop keep_end keep_start key_len label laplace_expansion
last_error last_modified last_update line_number linger link_local? local_host local_port locked long long_name
loopback? lower_triangular? lshift! lstat! lup lup_decomposition main_type make_affine! make_regexp make_scanner map2
mapped? mask mask! mask_bits! match_nonswitch? matchee max_nesting max_retries max_version maxwidth mem memberwise
message_imprint meta meta_add_field meta_add_field2 meta_setup_encoding metas method_id min_version minor mkcol mod_add
mod_exp mod_inverse mod_mul mod_sqr mod_sub msg mul multipart? n native negotiate nest netmask newline next_update
nlink nonce norm normal? normalize normalize! not_after not_before notify_observers nph? npn_protocol npn_protocols
npn_select_cb null? num_bits num_bytes obj object_address_group object_group object_nl ocsp_uris oid on_curve? opaque
open_timeout optname ordering orig_name origin orthogonal? os_code out output params params_ok? passwd password patch
path_info path_translated pattern peer_cert peer_cert_chain peer_finished_message peeraddr pending percent percent_line
permutation? pfamily pkcs5_keyivgen platform_support point_conversion_form policy_id pop_inspect_key port post post2
post_cmd post_connection_check postorder_traverse power_int pp_hash pp_object pragma pre_cmd prefix preorder_traverse
prepare_trim_mode pretty prime_fasttest? primitive_convert primitive_errinfo priv_key private_call? private_decrypt
private_encrypt private_key private_key? private_to_der private_to_pem propfind proppatch protocol proxy? proxy_address
proxy_basic_auth proxy_from_env? proxy_pass proxy_port proxy_uri proxy_user proxyaddr proxyport pub_key public_decrypt
public_encrypt public_key public_key? public_to_der public_to_pem push_inspect_key put put2 put_cmd putback q query
query_string quote_character r ractor raised_exception random_iv random_key range range_length rank rank_e raw_cookie
raw_cookie2 rdev rdev_major rdev_minor read_all read_body read_header read_timeout readagain_bytes reading_body
readonly? readuntil reason recipients recover recv_io referer registry regular? rel remote_addr remote_host
remote_ident remote_user remove_dir1 renegotiation_cb replacement reply report request request_body_permitted?
request_get request_head request_method request_post request_put request_uri resize response response_body_permitted?
responses return_value revocation_reason revocation_time revoked rfc1123_date rotate_entries route_from route_to row
row_count row_separator row_size row_vectors rows rshift! scan_all scan_line scheme scope script script_name sections
secure security_level self send_io send_request seplist serial serial_number server_name server_port server_protocol
server_software servername_cb session session_add session_cache_mode session_cache_size session_cache_stats
session_get_cb session_id_context session_new_cb session_remove session_remove_cb session_reused? set set_attributes
set_bit! set_body_internal set_content_type set_crt_params set_debug_output set_default_paths set_dictionary set_dn
set_extensions set_factors set_filter set_flags set_form set_form_data set_generator set_headers set_host set_key
set_opaque set_option set_params set_password set_path set_port set_pqg set_range set_registry set_scheme set_scope
set_string set_to set_to_infinity! set_typecode set_user set_userinfo set_value setup shell short short_name sign_pss
sign_raw signal signaled? signature_algorithm signed? signed_time signers signm signo single_delegate singular?
skew_symmetric? sn socktype source_encoding source_encoding_name space space_before sqr square? ssl_timeout ssl_version
stag stags start_immediately started? stat! status_string status_text stime stopped? stopsig stream_end?
strongly_connected_components sub_type subject subject_certificate subject_key_identifier subject_request success?
switch_name symmetric? sync_close sync_point? sysclose syssign sysverify t tag tag_class tagging termsig text
this_update thread time timestamp tmp_dh_callback tmp_key to to_der to_mailtext to_matrix to_octet_string to_pem
to_range to_rfc822text to_sockaddr to_string to_text to_utf8 to_write_io token token_info total total_in total_out
trace traverse trim_line1 trim_line2 trim_mode tsa_certificate tsort tsort_each tsort_each_child tsort_each_node type
type_params typecode ucmp unescape unescapeElement unescapeHTML unescapeURIComponent unescape_element
unescape_filename? unescape_html unitary? unix? unix_path unix_rights unused unused_bits update_uri upper_bound
upper_triangular? uri use_headers? use_ssl? user user_agent userinfo valid? value_der verify verify_callback
verify_depth verify_hostname verify_mode verify_pss verify_raw verify_recover verify_result vstack wait_until
wait_while weakref_alive? width wrap_traverse write_message write_message_0 write_message_by_block write_timeout
writeline zone_id
"""
"""Methods of further types of the library, which its functions return."""

RUBY_METHODS = _names_by_type()
"""The methods and constants of each type, by its full name: `ruby.String`."""

METHODS_OF_EVERY_OBJECT = _OPERATORS | RUBY_METHODS["ruby.Object"] | RUBY_METHODS["ruby.Module"]
"""The methods of every object, and of every class and module."""

ALL_RUBY_METHODS = METHODS_OF_EVERY_OBJECT.union(_OF_OTHER_TYPES.split(), *RUBY_METHODS.values())
"""The methods and constants of any of these types."""

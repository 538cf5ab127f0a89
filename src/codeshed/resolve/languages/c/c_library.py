"""Functions of the C library and of POSIX.

A file may call these without including anything of the repository, even if some file defines one for another
system.
"""

_NAMES = """
abort abs aligned_alloc asctime asctime_r asprintf atan atan2 atexit atof atoi atol atoll bsearch btowc calloc ceil
ceilf clearerr clock cos cosf ctime ctime_r difftime div exit exp expf fabs fabsf fclose feof ferror fflush fgetc
fgetpos fgets fgetwc floor floorf fmod fopen fprintf fputc fputs fputwc fputws fread free freopen frexp fscanf fseek
fseeko fsetpos ftell ftello fwide fwprintf fwrite getc getchar getenv gets gmtime gmtime_r isalnum isalpha isblank
iscntrl isdigit isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswctype iswdigit iswspace isxdigit
labs ldexp ldiv llabs localeconv localtime localtime_r log log10 log2 longjmp malloc mblen mbrlen mbrtowc mbsinit
mbsrtowcs mbstowcs mbtowc memchr memcmp memcpy memmove memset mktime modf perror pow powf printf putc putchar puts
putwc qsort raise rand realloc remove rename rewind round roundf scanf setbuf setjmp setlocale setvbuf signal sin sinf
snprintf sprintf sqrt sqrtf srand sscanf strcat strchr strcmp strcoll strcpy strcspn strerror strftime strlen strncat
strncmp strncpy strpbrk strrchr strspn strstr strtod strtof strtok strtol strtold strtoll strtoul strtoull strxfrm
swprintf system tan tanf time tmpfile tmpnam tolower toupper towlower towupper trunc ungetc ungetwc vasprintf vfprintf
vfscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf wcrtomb wcscat wcschr wcscmp wcscpy wcscspn wcslen wcsncat
wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstok wcstol wcstombs wcstoul wctomb wctype wmemchr
wmemcmp wmemcpy wmemmove wmemset wprintf _exit accept access alarm bcmp bcopy bind bzero chdir chmod chown
clock_getres clock_gettime clock_nanosleep clock_settime close closedir closelog confstr connect creat dirfd dirname
dlclose dlerror dlopen dlsym dup dup2 dup3 endpwent execl execle execlp execv execve execvp explicit_bzero faccessat
fchdir fchmod fchown fcntl fdatasync fdopen fdopendir ffs fileno flock fnmatch fork fpathconf freeaddrinfo fstat
fstatat fsync ftruncate ftw futimens gai_strerror getaddrinfo getcwd getdelim getdtablesize getegid geteuid getgid
getgrgid getgrnam gethostbyname gethostname getifaddrs getline getlogin getnameinfo getopt getopt_long getpagesize
getpeername getpgid getpgrp getpid getppid getpriority getpwnam getpwnam_r getpwuid getpwuid_r getrandom getrlimit
getrusage getservbyname getsockname getsockopt gettimeofday getuid glob globfree htonl htons iconv iconv_close
iconv_open if_indextoname if_nametoindex index inet_addr inet_aton inet_ntoa inet_ntop inet_pton initgroups ioctl
isatty kill killpg lchown link listen lseek lstat madvise memccpy memmem memrchr mkdir mkdtemp mkfifo mknod mkostemp
mkstemp mlock mmap mprotect msync munlock munmap nanosleep nice ntohl ntohs open openat opendir openlog pathconf pause
pclose pipe pipe2 poll popen posix_fadvise posix_fallocate posix_memalign ppoll pread pselect pthread_atfork
pthread_attr_destroy pthread_attr_init pthread_attr_setdetachstate pthread_attr_setstacksize pthread_cond_broadcast
pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_wait pthread_create
pthread_detach pthread_equal pthread_exit pthread_getspecific pthread_join pthread_key_create pthread_key_delete
pthread_kill pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock
pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_settype pthread_once pthread_rwlock_destroy
pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self pthread_setspecific
pthread_sigmask putenv pwrite random read readdir readdir_r readlink readv realpath recv recvfrom recvmsg regcomp
regerror regexec regfree rewinddir rindex rmdir sched_yield select sem_destroy sem_init sem_post sem_wait send
sendfile sendmsg sendto setegid setenv seteuid setgid setgroups sethostname setpgid setpriority setregid setreuid
setrlimit setsid setsockopt settimeofday setuid shm_open shm_unlink shutdown sigaction sigaddset sigaltstack sigdelset
sigemptyset sigfillset sigismember siglongjmp sigpending sigprocmask sigsetjmp sigsuspend sigwait sleep socket
socketpair srandom stat statvfs stpcpy strcasecmp strcasestr strdup strerror_r strlcat strlcpy strncasecmp strndup
strnlen strptime strsep strsignal strtok_r symlink sync sysconf syslog tcgetattr tcsetattr timegm times truncate
ttyname tzset umask uname unlink unlinkat unsetenv usleep utime utimensat utimes vdprintf vfork wait wait3 wait4
waitpid write writev
"""

C_LIBRARY = frozenset(_NAMES.split())
C_MACROS = frozenset({
    "assert", "static_assert", "offsetof", "setjmp", "va_arg", "va_copy", "va_end", "va_start", "errno", "NULL", "EOF",
    "stdin", "stdout", "stderr", "isfinite", "isinf", "isnan", "isnormal", "signbit", "fpclassify", "alignof", "alignas",
})  # fmt: skip
"""Macros of the C library."""

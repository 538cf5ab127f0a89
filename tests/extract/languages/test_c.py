"""Facts of C."""

from codeshed.extract.languages.c.c_grammar import C
from tests.support.code_lines import (
    check_definitions,
    check_imports,
    check_locals,
    check_references,
    definition_lines,
    read_code,
    reference_lines,
)


def test_functions_and_what_others_see_of_them() -> None:
    facts = read_code(
        """
        #include <stdio.h>
        /* Adds two. */
        int add(int a, const char *const *b);
        static inline struct foo **make(struct foo *first, int values[], ...) { return 0; }
        int (plain)(void) { return 1; }
        int old(a, b) int a; char *b; { return a; }
        EXPORT_API unsigned long exported(int (*compare)(int left, int right));
        int WINAPI called(void) { return 2; }
        PyAPI_FUNC(int) python(void);
        """,
        C,
    )
    check_definitions(
        facts,
        """
        Function add (a: int, b: char) -> int space=c: bodiless "Adds two."
        Function make (first: foo, values: []<int>, *...) -> foo private
        Function plain () -> int space=c:
        Function old (a, b) -> int space=c:
        Function exported (compare) -> unsigned long space=c: bodiless
        Function called () -> int space=c:
        Function python () -> int space=c: bodiless
        """,
    )


def test_variables_and_whether_they_change() -> None:
    facts = read_code(
        """
        int count, *first = &count, table[3][4];
        static const int limit = 3;
        const char *text = "a";
        char *const fixed = "b";
        extern int elsewhere;
        static int (*handlers[2])(int, char *) = {one, &two};
        struct point { int x; } origin = { .x = 1 };
        """,
        C,
    )
    check_definitions(
        facts,
        """
        Variable count : int space=c:
        Variable first : int = count space=c:
        Variable table : []<int> space=c:
        Variable limit : int = <int> private const
        Variable text : char = <char*> space=c:
        Variable fixed : char = <char*> space=c: const
        Variable elsewhere : int space=c: bodiless
        Variable handlers private
        Struct point
        Variable point.x : int
        Variable origin : point space=c:
        """,
    )
    assert [each.signature for each in facts.definitions[-3:]] == [
        "struct point",
        "int x;",
        "struct point origin = { .x = 1 }",
    ]


def test_types() -> None:
    facts = read_code(
        """
        // A node
        // of a list.
        typedef struct node { struct node *next; union { int number; char *text; }; struct { int x; } inner; } node_t;
        typedef struct { int a : 3, b; } pair, *pair_pointer;
        typedef int (*callback)(int);
        typedef unsigned long size;
        union either { int a; float b; };
        enum color { RED = 1, GREEN = RED };
        typedef enum { ON, OFF } state;
        enum { ALONE };
        struct forward;
        """,
        C,
    )
    check_definitions(
        facts,
        """
        Struct node "A node
        of a list."
        Variable node.next : node
        Variable node.number : int
        Variable node.text : char
        Variable node.inner
        Variable node.inner.x : int
        TypeAlias node_t : node "A node
        of a list."
        Struct pair
        Variable pair.a : int
        Variable pair.b : int
        TypeAlias pair_pointer : pair
        TypeAlias callback
        TypeAlias size : unsigned long
        Union either
        Variable either.a : int
        Variable either.b : float
        Enum color
        Variable color.RED = <int> immutable
        Variable color.GREEN = RED immutable
        Enum state
        Variable state.ON immutable
        Variable state.OFF immutable
        Variable ALONE immutable
        """,
    )
    check_imports(
        facts,
        """
        export name '' name=color.GREEN alias=GREEN
        export name '' name=color.RED alias=RED
        export name '' name=state.OFF alias=OFF
        export name '' name=state.ON alias=ON
        """,
    )


def test_macros() -> None:
    facts = read_code(
        """
        #ifndef GUARD_H
        #define GUARD_H
        #define LIMIT 3
        /* The larger one. */
        #define MAX(a, b) \\
            ((a) > (b) ? (a) : (b))
        #define LOG(...) printf(__VA_ARGS__)
        #endif
        """,
        C,
    )
    check_definitions(
        facts,
        """
        Variable LIMIT const
        Function MAX (a, b) "The larger one."
        Function LOG (*...)
        """,
    )
    assert reference_lines(facts) == "LOG Call printf"


def test_includes() -> None:
    facts = read_code(
        """
        #include "near/a.h"
        #  include <sys/b.h>
        #include_next <c.h>
        #import "d.h"
        #include MACRO
        // #include "comment.h"
        /* #include "block.h" */
        const char *text = "#include \\"string.h\\"";
        #if 0
        #include "disabled.h"
        #endif
        #ifdef WINDOWS
        # include "either.h"
        #else
        # include "or.h"
        #endif
        """,
        C,
    )
    check_imports(
        facts,
        """
        all 'near/a.h'
        all 'sys/b.h' [system]
        all 'c.h' [system next]
        all 'd.h'
        all 'either.h'
        all 'or.h'
        """,
    )


def test_uses() -> None:
    facts = read_code(
        """
        int total; struct pair { int a; int (*run)(int); }; int other(int);
        static int handle(struct pair *p, int n) {
            struct pair *q = (struct pair *)malloc(sizeof(struct pair)), local = { .a = n };
            int result = other(n), total_copy = total;
            total += q->a; total++; total = 3; p->a = other(LIMIT);
            p->run(1); (*p->run)(2); q = &(struct pair){1};
            p[0].a; callback(handle, "other(1)"); // other(2)
            goto done;
        done:
            return local.a ? result : other(p->a);
        }
        """,
        C,
    )
    check_references(
        facts,
        """
        handle Call malloc/1
        handle Call other/1 -> result
        handle Read total
        handle Read total
        handle Write total
        handle Read q.a
        handle Read total
        handle Write total
        handle Write total
        handle Write p.a
        handle Call other/1
        handle Read LIMIT
        handle Call p.run/1
        handle Call p.run/1
        handle Call new pair
        handle Read p[].a
        handle Call callback/2
        handle Read handle
        handle Read local.a
        handle Call other/1
        handle Read p.a
        """,
    )
    check_locals(
        facts,
        """
        handle n: int
        handle p: pair
        handle local: pair
        handle q: pair = (pair)malloc()
        handle result: int = other()
        handle total_copy: int = total
        """,
    )


def test_complexity() -> None:
    facts = read_code(
        """
        int f(int a) {
            if (a && a > 1 || a < 2) a = 1; else if (a) a = 2;
            for (;;) { while (a) do { a--; } while (a); }
            switch (a) { case 1: break; case 2: break; default: break; }
            return a ? 1 : 2;
        }
        """,
        C,
    )
    assert facts.definitions[0].complexity == 11


def test_disabled_code_defines_and_calls_nothing() -> None:
    facts = read_code(
        """
        #if 0
        int gone(void) { return called(); }
        # if OTHER
        int gone_too(void);
        # else
        int gone_as_well(void);
        # endif
        #elif defined(A)
        int maybe(void);
        #else
        int kept(void) { return used(); }
        #endif
        #if (0) // never
        int never(void);
        #endif
        #if 0
        int open_end(void);
        """,
        C,
    )
    assert [each.name for each in facts.definitions] == ["maybe", "kept"]
    assert reference_lines(facts) == "kept Call used/0"


def test_guards_of_linkage_are_passed_over() -> None:
    facts = read_code(
        """
        #ifdef __cplusplus
        extern "C" {
        #endif
        /* First. */
        int first(void);
        #ifdef __cplusplus
        }
        #endif
        """,
        C,
    )
    assert not facts.problems
    assert definition_lines(facts) == 'Function first () -> int space=c: bodiless "First."'


def test_a_broken_file_gives_what_it_can() -> None:
    facts = read_code("int good(void) { return 1; }\nint bad(( { \n}\nint last(void) { return good(); }\n", C)
    assert "good" in {each.name for each in facts.definitions}
    assert "Call good/0" in reference_lines(facts)
    assert facts.problems[0].code == "syntax_error"
    assert read_code("\x00\x01 \ufffd }}} ((", C).problems

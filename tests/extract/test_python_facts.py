"""Facts of one Python file."""

from tests.extract.dump import check_facts


def test_definitions_with_all_they_declare() -> None:
    check_facts(
        '''
@cache
@app.route("/x", methods=["GET"])
async def f[T: int, *Ts](a, /, b: "B" = 1, *args: T, c=None, **kw) -> list[T] | None:
    """Do it.

    Slowly.
    """
    yield a
class C(Base, Generic[T], metaclass=M):
    """A class."""
    def m(self): ...
    @property
    def p(self): return 1
    @p.setter
    def p(self, v): pass
    def m(self): "Only a docstring."
''',
        """
        module #0 binds C f
          define async generator f [T: int, Ts] -> <| list[T], None> @cache @app.route('/x', methods=<list 'GET'>) "Do it.

        Slowly."
          define class C (Base, Generic[T], metaclass=M) "A class."
        function f(a/, b: 'B' = 1, *args: T, c! = None, **kw) binds T Ts a args b c kw
          do <yield a>
        class C binds m p
          define bodiless C.m
          define C.p @property
          define bodiless C.p.setter @p.setter
          define bodiless C.m#2 "Only a docstring."
        function C.m(self) binds self
          do ellipsis
        function C.p(self) binds self
          return 1
        function C.p.setter(self, v) binds self v
        function C.m#2(self) binds self
        """,
    )


def test_assignments_of_all_kinds() -> None:
    check_facts(
        """
a = b = c
x: int = 1
y: str
x += f(y)
(p, *q), [r] = s
obj.attr = items[0] = None
del x, obj.attr, items[i]
if (n := len(a)) > 1: pass
""",
        """
        module #0 binds a b n p q r x y
          a = b = c
          x: int = 1
          y: str
          x += f(y)
          <tuple <tuple p, <spread q>>, <list r>> = s
          obj.attr = items[0] = None
          del x, obj.attr, items[i]
          test <> (n := len(a)), 1>
        """,
    )


def test_control_flow_is_flattened() -> None:
    check_facts(
        """
for i, j in enumerate(xs):
    a(i)
else:
    b()
while cond(): c()
with open(p) as f, lock: d(f)
async def g():
    async with s as t: await t.x()
    async for u in t: pass
try: e()
except (A, B.C) as err: h(err)
except* D: pass
else: k()
finally: l()
assert m, n
raise E(1) from o
""",
        """
        module #0 binds err f g i j
          for <tuple i, j> in enumerate(xs)
          do a(i)
          do b()
          test cond()
          do c()
          with open(p) as f
          with lock
          do d(f)
          define async g complexity 2
          do e()
          except <tuple A, B.C> as err
          do h(err)
          except D
          do k()
          do l()
          test m
          do n
          raise E(1)
          do o
        function g binds t u
          async with s as t
          do <await t.x()>
          async for u in t
        """,
    )


def test_imports() -> None:
    check_facts(
        """
import a.b, c as d
from . import e
from ..f.g import (h as i, j)
from k import *
from __future__ import annotations
if TYPE_CHECKING:
    from l import m
else:
    from n import o
def late():
    import p
""",
        """
        module #0 binds a d e i j late m o
          import a.b
          import c as d
          import e from .
          import h from ..f.g as i
          import j from ..f.g
          import * from k
          test TYPE_CHECKING
          import m from l for types
          import o from n
          define late
        function late binds p
          import p
        """,
    )


def test_lambdas_and_comprehensions_have_scopes() -> None:
    check_facts(
        """
def f(xs):
    g = lambda a, *b, c=xs: a + c
    return [x.y for x in xs if (last := x) for z in x.zs], {k: v for k, v in g().items()}, sum(i for i in xs)
""",
        """
        module #0 binds f
          define f complexity 4
        function f(xs) binds g last xs
          g = #2
          return <tuple #3, #4, sum(#5)>
        lambda #2(a, *b, c! = xs) binds a b c
          return <+ a, c>
        comprehension #3 binds x z
          for x in xs
          test (last := x)
          for z in x.zs
          return x.y
        comprehension #4 binds k v
          for <tuple k, v> in g().items()
          return k
          return v
        comprehension #5 binds i
          for i in xs
          return i
        """,
    )


def test_expressions() -> None:
    check_facts(
        """
a if b else c
a or b and not c
-x ** 2 @ y
a < b <= c is not d
f(*args, k=1, **kw)
f(x for x in y)
m[1:2, ::s]
{"k": v, **d, 1: w}
f"{a.b!r:>{width}} and {c()}"
"plain" "text", b"bytes", 1.5, 2j, ..., True
(await z)
type(x).y = z
[*a.b(), *c[1:]]
*d.e, g = h
""",
        """
        module #0 binds g
          do <if a, c, b>
          do <or a, <and b, <not c>>>
          do <@ <unary - <** x, 2>>, y>
          do << <= is-not a, b, c, d>
          do f(*args, k=1, **kw)
          do f(#1)
          do m[<tuple <slice 1, 2>, <slice s>>]
          do <dict 'k', 1: v, <spread d>, w>
          do <text <!r a.b>, <other <other width>>, c()>
          do <tuple <text 'plain', 'text'>, bytes, float, complex, ellipsis, bool>
          do <await z>
          type(x).y = z
          do <list <spread a.b()>, <spread c[<slice 1>]>>
          <tuple <spread d.e>, g> = h
        comprehension #1 binds x
          for x in y
          return x
        """,
    )


def test_names_that_are_not_local() -> None:
    check_facts(
        """
def f():
    global g
    g = 1
    def h():
        nonlocal n
        n = 2
""",
        """
        module #0 binds f
          define f
        function f binds g h global g
          g = 1
          define f.h
        function f.h binds n nonlocal n
          n = 2
        """,
    )


def test_match() -> None:
    check_facts(
        """
match command.split():
    case [Go(direction=d), *rest] | {"k": v, **others} as whole if d.ok: a(d)
    case Color.RED | None | 1: b()
    case _: c()
""",
        """
        module #0 binds d others rest v whole
          match command.split() classes [Go, Color.RED] names [d rest v others whole]
          test d.ok
          do a(d)
          do b()
          do c()
        """,
    )


def test_texts_behind_assignments_document_them() -> None:
    check_facts(
        '''
LIMIT = 3
"""How many."""
class C:
    size: int
    """How large."""
    def __init__(self):
        self.x = 1
        """An instance field."""
''',
        """
        module #0 binds C LIMIT
          LIMIT = 3
          define class C
          LIMIT is documented: How many.
        class C binds __init__ size
          size: int
          define C.__init__
          size is documented: How large.
        function C.__init__(self) binds self
          self.x = 1
          self.x is documented: An instance field.
        """,
    )


def test_type_aliases() -> None:
    check_facts(
        """
type Pair[T] = tuple[T, T]
type = 3
""",
        """
        module #0 binds Pair type
          define alias Pair [T]
          type = 3
        alias Pair binds T
          return tuple[<tuple T, T>]
        """,
    )


def test_bodies_that_look_like_types() -> None:
    check_facts(
        """
def f() -> A: x[0].y()
class C:
    def g(self) -> (
        list[T]
    ): self.x[0] = 1; y[1]
    def h(self) -> "A": x[0] += 1
    z = 1
def k() -> A: x[0]: int = 3
""",
        """
        module #0 binds C f k
          define f -> A
          define class C
          define k -> A
        function f
          do x[0].y()
        class C binds g h z
          define C.g -> list[T]
          define C.h -> 'A'
          z = 1
        function C.g(self) binds self
          self.x[0] = 1
          do y[1]
        function C.h(self) binds self
          x[0] += 1
        function k
          x[0]: int = 3
        """,
    )


def test_defaults_of_type_parameters_are_left_out() -> None:
    check_facts(
        """
class A[T = int, U: B = (
    C[0]
)]: pass
def f[*Ts = *tuple[int, ...], **P = [int, str]](x: T = 1) -> A[T]: return x
type Y[T: int = bool, V=a == b] = list[T]
""",
        """
        module #0 binds A Y f
          define class bodiless A [T, U: B]
          define f [Ts, P] -> A[T]
          define alias Y [T: int, V]
        class A binds T U
        function f(x: T = 1) binds P Ts x
          return x
        alias Y binds T V
          return list[T]
        """,
    )


def test_complexity_counts_ways_through() -> None:
    check_facts(
        """
def f(x):
    if a and b: pass
    elif c: pass
    for i in x:
        while y: pass
    return [j for j in x if j] if d else e
""",
        """
        module #0 binds f
          define f complexity 8
        function f(x) binds i x
          test <and a, b>
          test c
          for i in x
          test y
          return <if #2, e, d>
        comprehension #2 binds j
          for j in x
          test j
          return j
        """,
    )


def test_broken_files_give_what_they_can() -> None:
    check_facts(
        """
def good(): return a()
def broken(:
    pass
def after(): return b()
""",
        """
        module #0 binds after broken good
          define good
          define bodiless broken
          define after
        function good
          return a()
        function broken
        function after
          return b()
        problem syntax_error
        """,
    )

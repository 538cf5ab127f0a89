"""Types as signatures write them, in every language."""

import pytest

from codeshed.query.codegraph_context.written_types import (
    is_constant_function,
    read_alias,
    read_signature,
    read_variable_type,
)


@pytest.mark.parametrize(
    ("text", "name", "parameters", "expected"),
    [
        ("fn get<Q>(&self, key: &Q) -> Option<&V> where Q: Ord,", "get", "key", "key: &Q -> Option<&V>"),
        ("pub(crate) fn put(&mut self, at: &'a mut [u8])", "put", "at", "at: &'a mut [u8] -> None"),
        ("def add(self, item: Item | None = None, *rest: str) -> dict[str, int]:", "add", "self|item|rest",
         "item: Item | None; rest: str -> dict[str, int]"),
        ("def total(self, rate=2):", "total", "self|rate", " -> None"),
        ("async find<T = any>(at?: string, next: () => void = go): Promise<T | null>", "find", "at|next",
         "at: string; next: () => void -> Promise<T | null>"),
        ("perform = ({ a, b }: Link, [c]: D[]): void =>", "perform", "{ a, b }|[c]",
         "{ a, b }: Link; [c]: D[] -> void"),
        ("func (c *Cart) Add(a, b int, f func(int) error) (n int, err error)", "Add", "a|b|f",
         "a: int; b: int; f: func(int) error -> (n int, err error)"),
        ("Use(...Handler) IRoutes", "Use", "", " -> IRoutes"),
        ("@Override public static <T> List<T> of(@Nullable T[] all, Class<?>... types)", "of", "all|types",
         "all: T[]; types: Class<?>... -> List<T>"),
        ("[Fact(x)] internal bool Try(out string? text, params object[] all) where T : class", "Try", "text|all",
         "text: out string?; all: object[] -> bool"),
        ("void Cart::add(const Item &item, int (*by)(int), char name[8]) const", "add", "item|by|name",
         "item: const Item &; by: int (*)(int); name: char[8] -> void"),
        ("template <typename T> std::vector<T> make(T&& x)", "make", "x", "x: T&& -> std::vector<T>"),
        ("unsigned long long count(void)", "count", "", " -> unsigned long long"),
        ("public function add(?Item $item, int &$n = 1): ?self", "add", "item|n", "item: ?Item; n: int & -> ?self"),
        ("def f[A](x: Int, y: => A)(implicit z: Z): Future[A] = {", "f", "x|y|z",
         "x: Int; y: => A; z: Z -> Future[A]"),
        ("def total(a, b = 2)", "total", "a|b", " -> None"),
        ("function M.new(a, b)", "new", "a|b", " -> None"),
    ],
)  # fmt: skip
def test_types_of_a_signature(text: str, name: str, parameters: str, expected: str) -> None:
    found = read_signature(text, name, parameters.split("|"))
    assert found is not None
    types = "; ".join(f"{each}: {found.types[each]}" for each in sorted(found.types, key=parameters.index))
    assert f"{types} -> {found.returned}" == expected


@pytest.mark.parametrize(
    ("text", "is_constant"),
    [
        ("const fn f(shift: usize)", True),
        ("constexpr int f(int a)", True),
        ("int Cart::f() const", True),
        ("const char *f(int a)", False),
        ("def f(a)", False),
    ],
)
def test_what_is_constant(text: str, *, is_constant: bool) -> None:
    found = read_signature(text, "f", [])
    assert found is not None
    assert is_constant_function(found) is is_constant


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("private readonly stores: Map<string, Store> = new Map()", "stores", "Map<string, Store>"),
        ("'first name'?: string", "first name", "string"),
        ("public static final List<Item> ITEMS = all();", "ITEMS", "List<Item>"),
        ("public Alignment? Alignment { get; }", "Alignment", "Alignment?"),
        ('Reps []int64 `json:"reps"`', "Reps", "[]int64"),
        ("http.Handler", "Handler", None),
        ("const MAX = 3", "MAX", None),
        ("Bool(bool)", "Bool", "(bool)"),
        ("private ?Item $item = null", "item", "?Item"),
        ("static const char *names[] = {a}", "names", "const char *[]"),
        ("int (*compare)(void *)", "compare", "int (*)(void *)"),
    ],
)
def test_the_type_of_a_variable(text: str, name: str, expected: str | None) -> None:
    assert read_variable_type(text, name) == expected


def test_what_an_alias_stands_for() -> None:
    assert read_alias("pub type Rates<'a> = HashMap<&'a str, Rate>;") == "HashMap<&'a str, Rate>"
    assert read_alias("type Item;") is None


@pytest.mark.parametrize(
    "text", ["", "f", "f(", "f(a: (", "f(a: <", "f)(", "f(a: '", "((((", "f(" + "(" * 5000]
)
def test_broken_signatures_are_no_harm(text: str) -> None:
    read_signature(text, "f", ["a"])
    read_variable_type(text, "f")

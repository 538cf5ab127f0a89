"""Data-flow summaries of Python: what reaches the calls and the result of a function, with its locals collapsed."""

from textwrap import dedent

from codeshed.extract.python.data_flow.summaries import summarize_python
from codeshed.extract.python.extract_python import extract_python
from codeshed.model.facts.data_flow import MAX_FIELDS, MAX_SOURCES
from tests.support.expectations import assert_expected
from tests.support.flow_listing import list_flows


def check_flows(code: str, expected: str) -> None:
    """Check the summaries of a file."""
    assert_expected(list_flows(summarize_python(extract_python(dedent(code).encode()))), expected)


def test_locals_are_collapsed_and_texts_say_where_a_value_stands() -> None:
    check_flows(
        """
        def show(request):
            name = request.GET.get("name")
            query = "SELECT " + name
            cursor.execute(query, [name])
            go(f"{name}/x", "%s/y" % name, f"https://{name}", "/a/{}".format(name))
        """,
        """
        #0() in #-1
        #1(request) in #0  calls 0:get[0=name] 1:execute 2:go 3:format
          param0.GET -> call0.receiver
          call0 -> call1[0] (inside)
          call0 -> call1[1].[]
          call0 -> call2[0] (start)
          call0 -> call2[1] (start)
          call0 -> call2[2] (start)
          call0 -> call2[3] (inside)
        """,
    )


def test_an_assignment_replaces_earlier_ones_in_its_block_only() -> None:
    check_flows(
        """
        def f(a, b, c):
            x = a
            if b:
                x = c
                use(x)
            use(x)
            x = clean(x)
            return x
        """,
        """
        #0() in #-1
        #1(a, b, c) in #0  calls 0:use 1:use 2:clean
          param2 -> call0[0]
          param0 -> call1[0]
          param2 -> call1[0]
          param0 -> call2[0]
          param2 -> call2[0]
          call2 -> return
        """,
    )


def test_fields_and_elements_are_told_apart() -> None:
    check_flows(
        """
        def f(a, b):
            options = {"env": a, **b}
            options["shell"] = b
            parts = [a]
            parts.append(b.name)
            first, second = a, b
            run(parts, options=options, other=second)
            return options["env"]
        """,
        """
        #0() in #-1
        #1(a, b) in #0  calls 0:append 1:run
          param0 -> call0.receiver.[]
          param1.name -> call0[0]
          param0 -> call1[0].[]
          param1.name -> call1[0].[]
          param0 -> call1[options].[env]
          param1.[] -> call1[options].[]
          param1 -> call1[options].[shell]
          param1 -> call1[other]
          param0 -> return
          param1.[] -> return
        """,
    )


def test_objects_of_others_that_are_changed() -> None:
    check_flows(
        """
        class A:
            table = TABLE
            def set(self, value):
                self.value = value
                self.items.append(value)
        def store(value):
            global last
            last = value
        last = None
        """,
        """
        #0() in #-1
        #1(self, value) in #0  calls 0:append
          param1 -> param0.value
          param0.items -> call0.receiver
          param1 -> call0[0]
          param1 -> param0.items.[]
        #2(value) in #0
          param0 -> last@0
        """,
    )


def test_inner_functions_capture_variables() -> None:
    check_flows(
        """
        def outer(a):
            def inner(b):
                return a + b
            register(inner, lambda c: c)
            return [use(x) for x in a if x not in KNOWN]
        """,
        """
        #0() in #-1
        #1(a) in #0  calls 0:register 1:use
          #2 -> call0[0]
          #3 -> call0[1]
          param0.[] -> test in
          param0.[] -> call1[0]
          call1 -> return.[]
          param0 -> a@1
        #2(b) in #1
          a@1 -> return (start)
          param0 -> return (inside)
        #3(c) in #1
          param0 -> return
        """,
    )


def test_conditions_mark_calls_and_memberships() -> None:
    check_flows(
        """
        def f(url):
            if not is_safe(url) or url in ALLOWED:
                return None
            return url if check(url) == 1 else url and other(url)
        """,
        """
        #0() in #-1
        #1(url) in #0  calls 0:is_safe? 1:check? 2:other
          param0 -> call0[0]
          param0 -> test in
          param0 -> call1[0]
          param0 -> call2[0]
          param0 -> return
          call2 -> return
        """,
    )


def test_constants_of_calls() -> None:
    check_flows(
        """
        def f(a):
            run(a, shell=True, mode="r", n=3, x=None)
            yield a
        """,
        """
        #0() in #-1
        #1(a) in #0  calls 0:run[shell=True][mode=r][n=3][x=None]
          param0 -> call0[0]
          param0 -> return.[]
        """,
    )


def test_a_value_with_many_sources_is_cut_and_says_so() -> None:
    names = [f"a{number}" for number in range(MAX_SOURCES + 4)]
    code = f"def f({', '.join(names)}):\n    return [{', '.join(names)}]\n"
    function = summarize_python(extract_python(code.encode()))[1]
    assert len(function.flows) == MAX_SOURCES
    assert function.is_cut


def test_deep_code_is_read_within_bounds() -> None:
    code = "def f(a):\n    return " + "g(" * 90 + "a" + ")" * 90 + "\n"
    code += "x = a" + ".b" * 290 + "\n"
    functions = summarize_python(extract_python(code.encode()))
    assert len(functions[1].calls) == 90
    assert all(len(flow.source.fields) <= MAX_FIELDS + 1 for each in functions for flow in each.flows)

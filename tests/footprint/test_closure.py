"""The table of the default policy, row by row."""

from tests.footprint.checks import DOCUMENTED, check_reached, check_steps

GOOD = f'(x: int) -> int "{DOCUMENTED}"'


def test_a_start_is_entered_and_its_callers_are_asked_for_if_its_contract_is_incomplete() -> None:
    check_steps(
        f"""
        def caller{GOOD}
            call start
            call other
        def other{GOOD}
        def start()
            call callee
        def callee()
            call deep
        def deep()
        """,
        "start",
        """
        0 start start
        1 call callee from start [transparent]
        1 call_in caller from start [transparent]
        2 call deep from callee [transparent]
        2 call other from caller [boundary]
        """,
    )


def test_a_complete_start_asks_for_no_callers() -> None:
    check_steps(
        f"""
        def caller()
            call start
        def start{GOOD}
            call callee
        def callee{GOOD}
            call hidden
        def hidden()
        """,
        "start",
        """
        0 start start
        1 call callee from start [boundary]
        """,
    )


def test_a_call_stops_at_a_contract_and_enters_what_has_none() -> None:
    check_steps(
        f"""
        def start{GOOD}
            call documented
            call typed_only
            call nothing
        def documented{GOOD}
            call hidden
        def typed_only(x: int) -> int
            call a
        def nothing(x)
            call b
        def hidden()
        def a{GOOD}
        def b{GOOD}
        """,
        "start",
        """
        0 start start
        1 call documented from start [boundary]
        1 call nothing from start [transparent]
        1 call typed_only from start [transparent]
        2 call a from typed_only [boundary]
        2 call b from nothing [boundary]
        """,
    )


def test_strict_mode_enters_what_is_merely_typed_and_documented_but_not_interfaces() -> None:
    check_steps(
        f"""
        interface I
        def I.m{GOOD.replace('"Convert', '[abstract] "Convert')}
        def start{GOOD}
            call documented
            call I.m
        def documented{GOOD}
            call deep
        def deep{GOOD}
        """,
        "start",
        """
        0 start start
        1 call I.m from start [boundary]
        1 call documented from start [transparent]
        2 call deep from documented [transparent]
        """,
        mode="strict",
    )


def test_an_override_a_decorator_and_a_function_as_a_value_ask_for_callers_too() -> None:
    check_steps(
        f"""
        def start{GOOD}
            decorate wrap
            read handler
        def wrap(f)
        def handler(x)
        def elsewhere{GOOD}
            call wrap
        def dispatcher{GOOD}
            call handler
        """,
        "start",
        """
        0 start start
        1 read handler from start [transparent]
        1 annotates wrap from start [transparent]
        2 call_in dispatcher from handler [transparent]
        2 call_in elsewhere from wrap [transparent]
        """,
    )


def test_overrides_are_entered_where_the_parent_is() -> None:
    check_steps(
        """
        class A
        def A.m(self)
        class B(A)
        def B.m(self)
        def start(x: int) -> int "%s"
            call A.m
        """.replace("%s", DOCUMENTED),
        "start",
        """
        0 start start
        1 call A.m from start [transparent]
        2 overriddenBy B.m from A.m [transparent]
        """,
    )


def test_a_mutable_variable_that_is_read_asks_for_its_writers_and_one_that_is_written_does_not() -> None:
    notation = f"""
        #- a.py
            write STATE
        var STATE mutable
        var LIMIT const
        def reader{GOOD}
            read STATE
            read LIMIT
        def writer{GOOD}
            write STATE
            call deep
        def deep{GOOD}
        """
    check_steps(
        notation,
        "reader",
        """
    0 start reader
    1 read LIMIT from reader [boundary]
    1 read STATE from reader [transparent]
    2 shared_state_write a.py from STATE [transparent]
    2 shared_state_write writer from STATE [transparent]
    3 call deep from writer [boundary]
    """,
    )
    check_steps(
        notation,
        "writer",
        """
    0 start writer
    1 write STATE from writer [transparent]
    1 call deep from writer [boundary]
    """,
    )
    check_steps(
        notation,
        "STATE",
        """
    0 start STATE
    1 shared_state_write a.py from STATE [transparent]
    1 shared_state_write writer from STATE [transparent]
    2 call deep from writer [boundary]
    """,
    )


def test_whichever_arrival_asks_for_more_wins() -> None:
    check_steps(
        f"""
        def start{GOOD}
            call shared
            read STATE
        var STATE
        def shared{GOOD}
            write STATE
            call hidden
        def hidden{GOOD}
        """,
        "start",
        """
        0 start start
        1 read STATE from start [transparent]
        1 call shared from start [boundary]
        2 shared_state_write shared from STATE [transparent]
        3 call hidden from shared [boundary]
        """,
    )


def test_an_external_is_never_entered_on_the_way() -> None:
    check_steps(
        """
        #- a.py
        def start(x: int) -> int "%s"
            call log
            read log
        def other()
            call log
        #- external
        def log(message)
        """.replace("%s", DOCUMENTED),
        "start",
        """
        0 start start
        1 call ext:log from start [boundary]
        """,
    )


def test_an_abstract_factory_is_a_boundary_if_what_it_returns_is_documented() -> None:
    words = " ".join(f"word{i}" for i in range(20))
    check_reached(
        f"""
        interface Documented "{words}"
        interface Bare
        def make() -> Documented
            call impl
        def build() -> Bare
            call impl
        def impl(x: int) -> int "{DOCUMENTED}"
        def one(x: int) -> int "{DOCUMENTED}"
            call make
        def two(x: int) -> int "{DOCUMENTED}"
            call build
        """,
        "closure",
        "academic",
        """
        build: build impl two
        impl: impl
        make: impl make one
        one: make one
        two: build impl two
        """,
    )


def test_the_threshold_is_a_share_of_what_the_signature_allows() -> None:
    # Without parameters and return, 0.6 is the most: so half of it suffices, which any text gives.
    check_reached(
        """
        def start(x: int) -> int "%s"
            call quiet
        def quiet() -> None "Tell everybody."
            call hidden
        def hidden()
        """.replace("%s", DOCUMENTED),
        "closure",
        "academic",
        """
        hidden: hidden quiet
        quiet: hidden quiet
        start: quiet start
        """,
    )

"""A background task gives its result, or its error, to whoever asks for it."""

import threading

import pytest

from codeshed.model.background_task import BackgroundTask


def test_the_result_arrives_though_the_work_waits_for_the_one_who_asks() -> None:
    gate = threading.Event()
    work = BackgroundTask(lambda: gate.wait(10))
    gate.set()
    assert work.result() is True
    assert work.result() is True


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    def fail() -> None:
        raise KeyError("x")

    work = BackgroundTask(fail)
    with pytest.raises(KeyError):
        work.result()

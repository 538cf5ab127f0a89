"""Tasks that a worker or scheduler calls: Celery, RQ, Dramatiq, Huey, APScheduler.

Turns: `@app.task(name="send")` → a task `send`.
"""

from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    EntryDetail,
    EntryKind,
    FrameworkFamily,
    FrameworkUse,
    called_argument,
    member_keys,
    no_detail,
)

_HUEYS = tuple(
    f"huey:{name}()"
    for name in (
        *("Huey", "RedisHuey", "PriorityRedisHuey", "RedisExpireHuey", "PriorityRedisExpireHuey"),
        *("SqliteHuey", "MemoryHuey", "FileHuey", "BlackHoleHuey", "SqlHuey"),
    )
)
_SCHEDULERS = tuple(
    f"{package}:{name}()"
    for package in ("apscheduler", "flask_apscheduler")
    for name in (
        *("BackgroundScheduler", "BlockingScheduler", "AsyncIOScheduler", "GeventScheduler", "BaseScheduler"),
        *(
            "TornadoScheduler",
            "TwistedScheduler",
            "QtScheduler",
            "APScheduler",
            "Scheduler",
            "AsyncScheduler",
        ),
    )
)


def _task_name(use: FrameworkUse) -> EntryDetail:
    """Return the name that is passed to a task, if any."""
    return EntryDetail(use.text(None, "name") or use.text(None, "actor_name") or use.text(None, "id"))


_TASK = DecoratorRule(EntryKind.TASK, _task_name)

TASKS = FrameworkFamily(
    decorators={
        **dict.fromkeys(
            ("celery:Celery().task", "celery:shared_task", "celery:task", "celery:periodic_task"), _TASK
        ),
        **dict.fromkeys(("rq:job", "rq:job()", "dramatiq:actor"), _TASK),
        **dict.fromkeys(member_keys(_HUEYS, ("task", "periodic_task", "on_startup", "on_shutdown")), _TASK),
        **dict.fromkeys(
            ("huey:task", "huey:periodic_task", "huey:db_task", "huey:db_periodic_task", "huey:on_startup"),
            _TASK,
        ),
        **dict.fromkeys(member_keys(_SCHEDULERS, ("scheduled_job", "task")), _TASK),
        **dict.fromkeys(
            ("procrastinate:App().task", "procrastinate:App().periodic", "taskiq:InMemoryBroker().task"),
            _TASK,
        ),
    },
    calls={
        **dict.fromkeys(
            member_keys(_SCHEDULERS, ("add_job", "add_schedule")),
            CallRule(EntryKind.TASK, called_argument(0, "func", _task_name)),
        ),
        **dict.fromkeys(
            member_keys(("rq:Queue()", "rq:get_queue()"), ("enqueue", "enqueue_call")),
            CallRule(EntryKind.TASK, called_argument(0, "func", no_detail)),
        ),
        "rq:enqueue": CallRule(EntryKind.TASK, called_argument(0, "func", no_detail)),
    },
)

"""Commands, signals, tasks and callbacks."""

from tests.resolve.entry_points.checks import check_entries


def test_management_commands_need_their_base_and_their_folder() -> None:
    check_entries(
        """
        #- shop/management/commands/sync.py
        from shop.base import ShopCommand
        class Command(ShopCommand):
            def add_arguments(self, parser): ...
        class Other(ShopCommand):
            def handle(self): ...
        #- shop/management/commands/_private.py
        from shop.base import ShopCommand
        class Command(ShopCommand): ...
        #- shop/management/commands/fake.py
        class Command:
            def handle(self): ...
        #- shop/base.py
        from django.core.management import BaseCommand
        class ShopCommand(BaseCommand):
            def handle(self): ...
        #- shop/__init__.py
        """,
        """
        shop/base.py::ShopCommand.handle command 'sync'
        shop/management/commands/sync.py::Command.add_arguments command 'sync'
        """,
    )


def test_signals_tasks_and_callbacks() -> None:
    check_entries(
        """
        #- main.py
        import atexit
        import signal
        from apscheduler.schedulers.background import BackgroundScheduler
        from blinker import Namespace
        from celery import Celery
        from celery.signals import worker_ready
        from django.db.models import signals
        from django.dispatch import receiver
        import dramatiq
        from huey import RedisHuey
        from rq import Queue
        from rq.decorators import job
        @receiver([signals.post_save, signals.post_delete], sender="x")
        def changed(**kwargs): ...
        @worker_ready.connect
        def ready(**kwargs): ...
        paid = Namespace().signal("paid")
        @paid.connect
        def on_paid(sender): ...
        class Watcher:
            def __init__(self):
                signals.pre_save.connect(self.before)
            def before(self, **kwargs): ...
        @Celery("x").task(name="mail.send")
        def send(): ...
        @dramatiq.actor
        def act(): ...
        huey = RedisHuey()
        @huey.periodic_task(when)
        def nightly(): ...
        @job("default")
        def work(): ...
        def queued(): ...
        Queue().enqueue(queued, 1)
        scheduler = BackgroundScheduler()
        def tick(): ...
        scheduler.add_job(tick, "interval", id="tick")
        @atexit.register
        def bye(): ...
        def stop(number, frame): ...
        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        """,
        """
        main.py::Watcher.before signal 'pre_save'
        main.py::act task
        main.py::bye callback 'exit'
        main.py::changed signal 'post_save, post_delete'
        main.py::nightly task
        main.py::on_paid signal 'paid'
        main.py::queued task
        main.py::ready signal 'worker_ready'
        main.py::send task 'mail.send'
        main.py::stop callback 'SIGTERM'
        main.py::tick task 'tick'
        main.py::work task
        """,
    )


def test_commands_in_groups_of_groups() -> None:
    check_entries(
        """
        #- cli.py
        import argparse
        import click
        import typer
        def show(context, parameter, value): ...
        @click.group
        def cli(): ...
        @cli.group(name="db")
        def database(): ...
        @database.command()
        @click.option("--version", callback=show)
        def drop_all(): ...
        group = click.Group("g")
        @group.command()
        def grouped(): ...
        app = typer.Typer()
        @app.command(name="go")
        def run(): ...
        def main(): ...
        typer.run(main)
        def add(args): ...
        def remove(args): ...
        def fallback(args): ...
        def build():
            parser = argparse.ArgumentParser()
            parser.set_defaults(func=fallback, debug=False)
            commands = parser.add_subparsers()
            command = commands.add_parser("add")
            command.set_defaults(func=add)
            command = commands.add_parser("remove")
            command.set_defaults(func=remove)
        #- more.py
        from cli import cli
        @cli.command()
        def extra(): ...
        """,
        """
        cli.py::add command 'add'
        cli.py::cli command 'cli'
        cli.py::database command 'db'
        cli.py::drop_all command 'drop-all'
        cli.py::fallback command
        cli.py::grouped command 'grouped'
        cli.py::main command
        cli.py::remove command 'remove'
        cli.py::run command 'go'
        cli.py::show callback 'callback'
        more.py::extra command 'extra'
        """,
    )

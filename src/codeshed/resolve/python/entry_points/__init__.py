"""Entry points: functions and classes that frameworks, test runners or users call, each with evidence."""

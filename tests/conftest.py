"""Settings of all tests."""

import signal

import pytest
from browser import MISSING, found
from hypothesis import settings
from support import Robinson

import cli

# Tests that are run in the background ignore interrupts, and so would the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Speed is measured elsewhere: a test says whether something is right, on a busy machine too.
settings.register_profile("without-deadline", deadline=None)
# What is tried a few times is tried very often by `pytest --hypothesis-profile long`.
settings.register_profile("long", deadline=None, max_examples=100 * settings.get_profile("default").max_examples)
settings.load_profile("without-deadline")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is not among the tests, and what is missing for it."""
    if config.getoption("markexpr") != "not browser":
        return []
    return [f"not among these tests: pytest -m browser{'' if found() else f'; {MISSING}'}"]


@pytest.fixture
def robinson(capsys: pytest.CaptureFixture[str]) -> Robinson:
    """Run a command in this process; give the exit code, what went to stdout and what went to stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, out, err

    return run

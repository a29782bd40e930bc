"""The command `robinson`, which Ctrl-C ends without a traceback from its first line to its last.

Before that line, Python itself starts, and nothing here can be done about what it says.
"""

import sys

# What is not caught ends the process as an interrupt does in any case; only nothing is said of it.
sys.excepthook = lambda kind, error, place: (
    None if issubclass(kind, KeyboardInterrupt) else sys.__excepthook__(kind, error, place)
)

import signal  # noqa: E402 - it takes its time, in which there can be an interrupt
from types import FrameType  # noqa: E402

_HANDLER = signal.getsignal(signal.SIGINT)
_IMPORT = "<frozen importlib"
"""With this begins the name of the file of what imports a module."""


def main() -> None:
    """Read the program, and run a command."""
    import cli

    if _is_heeded():
        signal.signal(signal.SIGINT, _interrupt)
    try:
        cli.main()
    finally:
        _leave_to_the_system()


def _is_heeded() -> bool:
    """Tell whether Ctrl-C means anything; where it is ignored, as in the background, it stays so."""
    return _HANDLER is signal.default_int_handler


def _leave_to_the_system() -> None:
    """Let the system end the process while nothing catches Python's exception."""
    if _is_heeded():
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; or end at once while a module is imported, which can make another error of it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORT):
            _leave_to_the_system()
            signal.raise_signal(number)
        frame = frame.f_back
    raise KeyboardInterrupt


_leave_to_the_system()

"""The command `robinson`, which Ctrl-C ends without a traceback from its first moment to its last."""

import signal

_HANDLER = signal.getsignal(signal.SIGINT)


def _leave_to_the_system() -> None:
    """Let the system end the process while nothing catches Python's exception; where Ctrl-C is ignored, it stays so."""
    if _HANDLER is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


_leave_to_the_system()


def main() -> None:
    """Read the program, and run a command."""
    import cli

    signal.signal(signal.SIGINT, _HANDLER)
    try:
        cli.main()
    finally:
        _leave_to_the_system()

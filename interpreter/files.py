"""Writing files so that nothing is lost: either the new text is there, whole, or the old one is.

A file takes the place of another whole, where links lead. What is no file, as a device or a pipe, is written to.
"""

import difflib
import errno
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from interpreter.signs import visible
from interpreter.source import UnreadableFile

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_OPEN_FILES = re.compile("/dev/fd|/proc/[^/]+/(?:task/[^/]+/)?fd")


def rewrite_text(path: str, text: str) -> None:
    """Put a text in the place of a file's, its byte order mark and its permissions kept. Raises UnreadableFile."""
    with _said():
        file = _place(path, force=True)
        if file is None:
            raise UnreadableFile("it cannot be written: it is no file whose text could be another")
        mark = BYTE_ORDER_MARK if file.exists() and file.read_bytes().startswith(BYTE_ORDER_MARK) else b""
        _replace(file, mark + text.encode())


def write(path: str, content: bytes, *, force: bool = False, made_from: Iterable[str] = ()) -> None:
    """Write something to a new file, with `force` in the place of one that is there, its permissions kept.

    A device, a pipe and an open file are written to. Raises UnreadableFile; also for a file that is one of those from
    which it is made, whatever it is called here.
    """
    with _said():
        file = _place(path, force, made_from)
        if file is not None:
            _replace(file, content)
            return
        with open(os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)), "wb") as opened:
            opened.write(content)


def check_writable(path: str, *, force: bool = False, made_from: Iterable[str] = ()) -> None:
    """Raise UnreadableFile if `write` would, as far as that can be told without writing anything."""
    with _said():
        file = _place(path, force, made_from)
        if file is not None:
            handle, name = _new_beside(file)
            os.close(handle)
            Path(name).unlink()
        elif not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _place(path: str, force: bool, made_from: Iterable[str] = ()) -> Path | None:
    """Find the file that is to be put somewhere, where links lead; None if it is no file, and is written to."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        if path.endswith(("/", os.sep)):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
        return Path(os.path.realpath(path))
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode) or _is_open_file(path):
        return None
    if any(os.path.exists(read) and os.path.samefile(path, read) for read in made_from):
        raise UnreadableFile("that is what it is made from; give another name")
    if not force:
        raise UnreadableFile("there is such a file already; --force writes over it")
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return Path(os.path.realpath(path))


def _is_open_file(path: str) -> bool:
    """Tell whether a path names a file that a program has open, as /dev/stdout does."""
    while True:
        folder = os.path.realpath(os.path.dirname(path))
        if _OPEN_FILES.fullmatch(folder):
            return True
        if not os.path.islink(path):
            return False
        path = os.path.join(folder, os.readlink(path))


def _replace(file: Path, content: bytes) -> None:
    permissions = stat.S_IMODE(file.stat().st_mode) if file.exists() else None
    handle, name = _new_beside(file)
    try:
        with open(handle, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        if permissions is not None:
            os.chmod(name, permissions)
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _new_beside(file: Path) -> tuple[int, str]:
    """Open a new file that can take the place of another, with the permissions of any new file, or raise OSError."""
    name = str(file.with_name(f".robinson-{secrets.token_hex(8)}"))
    return os.open(name, _NEW, 0o666), name


@contextmanager
def _said() -> Iterator[None]:
    """Say why a file cannot be written."""
    try:
        yield
    except OSError as error:
        reason = "the link leads to itself" if error.errno == errno.ELOOP else (error.strerror or str(error)).lower()
        raise UnreadableFile(f"it cannot be written: {reason}") from error
    except ValueError as error:  # a NUL character in the name
        raise UnreadableFile("it cannot be written: that is not the name of a file") from error


def changes(path: str, before: str, after: str) -> str:
    """Show what changes from one text to another, as a unified diff."""
    old, new = (text.replace("\r\n", "\n").split("\n") for text in (before, after))
    path = visible(path)
    shown = difflib.unified_diff(old, new, f"{path} (before)", f"{path} (after)", lineterm="")
    return "".join(f"{line}\n" for line in shown)

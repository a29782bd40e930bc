"""Journals on the disk: opened for one program alone, and written so that each line is there or is not."""

import errno
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from interpreter.journal import Kept, Record, UnusableJournal, line_of, read_journal
from interpreter.locks import InUse, lock

_HOW = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
"""Bytes as they are; not for programs that this one starts; and no waiting for somebody to write into a pipe."""


_CLOSED = -1
_TRIES = 5
_BETWEEN_TRIES = 0.02


class Journal:
    """A journal that is being written. Nobody else can write it until it is closed.

    What cannot be written is written with the next line, if that can be. `failure` is why the last line could not be,
    `unkept` counts the lines that are not on the disk. `report` is called with the journal when there is a failure
    after none, and when there is none any more.
    """

    def __init__(self, path: Path, file: int, length: int = 0, check: int = 0) -> None:
        self.path = path
        self.failure: OSError | None = None
        self.report: Callable[[Journal], None] = lambda _: None
        self._file = file
        self._length = length
        self._check = check
        self._unwritten: list[bytes] = []

    @property
    def is_begun(self) -> bool:
        """Whether anything of the game is on the disk."""
        return self._length > 0

    @property
    def unkept(self) -> int:
        """The number of lines that are not on the disk."""
        return len(self._unwritten)

    def append(self, record: Record) -> None:
        """Write a line; it is on the disk when this returns, unless there is a failure."""
        line, self._check = line_of(record, self._check)
        self._unwritten.append(line)
        before = self.failure
        try:
            self._length = _write(self._file, self._length, b"".join(self._unwritten))
            self._unwritten.clear()
            self.failure = None
        except OSError as error:
            self.failure = error
            self._cut_back()
        if (before is None) != (self.failure is None):
            self.report(self)

    def close(self) -> None:
        """Let others write the journal."""
        file, self._file = self._file, _CLOSED
        with suppress(OSError):
            os.close(file)

    def _cut_back(self) -> None:
        """Leave whole lines only. Where that fails too, the next line is written over what is there."""
        with suppress(OSError):
            os.ftruncate(self._file, self._length)


def open_new(path: Path, *, may_be_there: bool = True) -> Journal:
    """Open a journal that has nothing in it yet, in a new file or, if one may be there, an empty one.

    Raises UnusableJournal.
    """
    file = _open(path, os.O_RDWR | os.O_CREAT | (0 if may_be_there else os.O_EXCL))
    if os.fstat(file).st_size:
        os.close(file)
        raise UnusableJournal("there is such a file already; a game is begun in a new one")
    with suppress(OSError):
        _sync_folder(path.absolute().parent)
    return Journal(path, file)


def open_kept(path: Path) -> tuple[Journal, Kept]:
    """Open a journal to go on with it; a last line cut short is taken off before anything is written."""
    file = _open(path, os.O_RDWR)
    try:
        kept = _read(file)
    except BaseException:
        os.close(file)
        raise
    return Journal(path, file, kept.length, kept.check), kept


def read_kept(path: Path) -> Kept:
    """Read a journal that may be being written. Raises UnusableJournal."""
    file = _open(path, os.O_RDONLY, alone=False)
    try:
        return _read(file)
    finally:
        os.close(file)


def is_in_use(path: Path) -> bool:
    """Tell whether a program is writing the journal."""
    try:
        os.close(_open(path, os.O_RDWR))
    except UnusableJournal as error:
        return isinstance(error.__cause__, InUse)
    return False


def _open(path: Path, how: int, *, alone: bool = True) -> int:
    try:
        file = os.open(path, how | _HOW, 0o666)
    except OSError as error:
        raise UnusableJournal(reason(error)) from error
    except ValueError as error:  # a NUL character in the name
        raise UnusableJournal("not the name of a file") from error
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise UnusableJournal("it is no file that a journal can be kept in")
        if alone:
            _lock(file)
    except InUse as error:
        os.close(file)
        raise UnusableJournal("another robinson is playing this game") from error
    except OSError as error:
        os.close(file)
        raise UnusableJournal(reason(error)) from error
    except UnusableJournal:
        os.close(file)
        raise
    return file


def _lock(file: int) -> None:
    """Lock a file, even if somebody looks at this moment whether it is locked."""
    for _ in range(_TRIES - 1):
        try:
            lock(file)
        except InUse:
            time.sleep(_BETWEEN_TRIES)
        else:
            return
    lock(file)


def _read(file: int) -> Kept:
    try:
        with os.fdopen(os.dup(file), "rb") as stream:
            return read_journal(stream)
    except OSError as error:
        raise UnusableJournal(reason(error)) from error


def _write(file: int, place: int, data: bytes) -> int:
    """Write all of that at a place, the end of the file, to the disk, and give the place behind it."""
    end = place + len(data)
    now = os.fstat(file)
    if not now.st_nlink:
        raise OSError(errno.ENOENT, "the file has been deleted")
    if now.st_size > place:
        os.ftruncate(file, place)
    os.lseek(file, place, os.SEEK_SET)
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)
    return end


def _sync_folder(folder: Path) -> None:
    """See to it that a new file in a folder is found there even if the power fails."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def reason(error: OSError) -> str:
    """Say why something cannot be read or written."""
    return (error.strerror or str(error)).lower()

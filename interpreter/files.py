"""Writing files so that nothing is lost: either the new text is there, whole, or the old one is."""

import difflib
import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from interpreter.source import UnreadableFile

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def replace_text(path: str, text: str) -> None:
    """Put a text in the place of a file's, its byte order mark and its permissions kept. Raises UnreadableFile."""
    with _said():
        file = Path(path).resolve()
        mark = BYTE_ORDER_MARK if file.exists() and file.read_bytes().startswith(BYTE_ORDER_MARK) else b""
        _replace(file, mark + text.encode())


def replace(path: str, content: bytes) -> None:
    """Put something in the place of a file, its permissions kept. Raises UnreadableFile."""
    with _said():
        _replace(Path(path).resolve(), content)


def check_writable(path: str) -> None:
    """Raise UnreadableFile if nothing could be put in the place of a file."""
    with _said():
        handle, name = _new_beside(Path(path).resolve())
        os.close(handle)
        Path(name).unlink()


def _replace(file: Path, content: bytes) -> None:
    permissions = file.stat().st_mode if file.exists() else None
    handle, name = _new_beside(file)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        Path(name).chmod(0o644 if permissions is None else permissions & 0o7777)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _new_beside(file: Path) -> tuple[int, str]:
    """Open a new file that can take the place of another, or raise OSError."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if file.exists() and not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")


@contextmanager
def _said() -> Iterator[None]:
    """Say why a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise UnreadableFile(f"it cannot be written: {(error.strerror or str(error)).lower()}") from error
    except RuntimeError as error:  # a link that leads to itself
        raise UnreadableFile("it cannot be written: the link leads to itself") from error


def changes(path: str, before: str, after: str) -> str:
    """Show what changes from one text to another, as a unified diff."""
    old, new = (text.replace("\r\n", "\n").split("\n") for text in (before, after))
    shown = difflib.unified_diff(old, new, f"{path} (before)", f"{path} (after)", lineterm="")
    return "".join(f"{line}\n" for line in shown)

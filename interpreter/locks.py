"""Locks on open files, which end with the program, however it ends."""

import errno
import os
import sys

_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class InUse(Exception):
    """Another program has locked the file."""


if sys.platform == "win32":
    import msvcrt

    _FAR_BEHIND_THE_END = 1 << 40
    """What is locked here cannot be read by others, so it must be what nobody reads."""

    def lock(file: int) -> None:
        """Lock a file for this program alone. Raises InUse, and OSError where files cannot be locked."""
        os.lseek(file, _FAR_BEHIND_THE_END, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in _HELD:
                raise InUse from error
            raise
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def lock(file: int) -> None:
        """Lock a file for this program alone. Raises InUse, and OSError where files cannot be locked."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _HELD:
                raise InUse from error
            raise

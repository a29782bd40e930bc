"""What only some people install: the packages of the project's extras."""

import shlex
import sys


def how_to_get(package: str, extra: str, wanted: str) -> str:
    """Say what needs a package that is missing, and how to install it for the Python that runs this."""
    command = f"{shlex.quote(sys.executable)} -m pip install '.[{extra}]'"
    return f"{wanted} needs {package}; in the project's folder: {command}"

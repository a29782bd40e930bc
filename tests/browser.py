"""A headless Chromium that pages are shown in, spoken to through a pair of pipes."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = f"it needs a browser, and there is none of {', '.join(NAMES)}: apt-get install chromium fonts-noto-core"
PIXELS_PER_MILLIMETRE = 96 / 25.4


def found() -> str | None:
    """Find Chromium."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of a browser."""

    def __init__(self, commands: int, answers: int) -> None:
        self.commands, self.answers = commands, answers
        self.rest, self.number, self.session = b"", 0, ""

    def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Let the browser do something, and give its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": arguments}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            read = os.read(self.answers, 65536)
            assert read, "the browser has ended"
            self.rest += read
        message, _, self.rest = self.rest.partition(b"\0")
        decoded: dict[str, Any] = json.loads(message)
        return decoded

    def show(self, page: str, width: float) -> None:
        """Show a page as it will be printed, on paper that is so many millimetres wide between the margins."""
        self.call("Emulation.setEmulatedMedia", media="print")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=round(width * PIXELS_PER_MILLIMETRE),
            height=1000,
            deviceScaleFactor=1,
            mobile=False,
        )
        frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.call("Page.setDocumentContent", frameId=frame, html=page)
        self.evaluate("document.fonts.ready.then(() => true)")

    def evaluate(self, script: str) -> Any:
        """Give what comes of a script."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"]["value"]

    def print(self) -> bytes:
        """Print the page on its own paper, as PDF."""
        printed = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return base64.b64decode(printed["data"])


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start a browser that keeps its files in a folder."""
    program = found()
    assert program, MISSING
    their_commands, commands = os.pipe()
    answers, their_answers = os.pipe()
    # The browser reads from 3 and writes to 4.
    shell = f'exec "$0" "$@" 3<&{their_commands} 4>&{their_answers}'
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"]
    arguments = ["bash", "-c", shell, program, *options, f"--user-data-dir={folder}"]
    process = subprocess.Popen(
        arguments, pass_fds=(their_commands, their_answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(their_commands)
    os.close(their_answers)
    try:
        started = Browser(commands, answers)
        target = started.call("Target.createTarget", url="about:blank")["targetId"]
        started.session = started.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        yield started
    finally:
        process.terminate()
        process.wait(30)
        os.close(commands)
        os.close(answers)

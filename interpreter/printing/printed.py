"""A board as a sheet in HTML, SVG and PDF."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import yaml

from interpreter.board import Board
from interpreter.extras import how_to_get
from interpreter.printing import setting as sizes
from interpreter.printing.direction import direction_of, runs
from interpreter.printing.drawing import STEP, draw
from interpreter.printing.paper import MILLIMETRES_PER_POINT, PAPERS, Paper
from interpreter.printing.placing import placed
from interpreter.printing.setting import setting
from interpreter.printing.widths import BOLD, WIDEST, width_of
from interpreter.printing.words import Entry
from interpreter.syntax import UNREADABLE

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"
_SIZES = ("LEADING", "COLUMN_GAP", "BETWEEN", "INDENT", "TITLE_LEADING", "TITLE_SPACE", "BOARD_SPACE")
_START_SIZE, _START_WIDTH, _START_HEIGHT = 24, 76, 50


class NoSheet(Exception):
    """Why no sheet can be made, in words for the person who wants one."""


def printed(board: Board, form: str, paper: str) -> str | bytes:
    """Make the sheet of a board in a form of `FORMS`, for a paper of `PAPERS`. Raises NoSheet."""
    return FORMS[form](board, PAPERS[paper])


def as_html(board: Board, paper: Paper) -> str:
    """Make the sheet as a page of HTML that needs nothing else."""
    return _environment().get_template("sheet.html").render(_content(board, paper, 1))


def as_svg(board: Board, paper: Paper) -> str:
    """Make the sheet as one picture; what needs a second sheet of paper stands below the first."""
    return _environment().get_template("sheet.svg").render(_content(board, paper, WIDEST))


def as_pdf(board: Board, paper: Paper) -> bytes:
    """Make the sheet as PDF, from the HTML."""
    page = as_html(board, paper)
    weasyprint = _needed("weasyprint")
    written: bytes = weasyprint.HTML(string=page, url_fetcher=_fetch_nothing).write_pdf()
    return written


FORMS: Mapping[str, Callable[[Board, Paper], str | bytes]] = {"html": as_html, "svg": as_svg, "pdf": as_pdf}


def _content(board: Board, paper: Paper, wider: float) -> dict[str, Any]:
    """Gather what the templates use."""
    direction = direction_of([board.name, board.intro, *(square.text for square in board.squares.values())])
    chosen = setting(board, paper, wider)
    phrase = board.phrases.get("start")
    start = phrase.other.split() if phrase else []
    widest = max(map(width_of, start), default=0) or 1
    return {
        "name": board.name,
        "language": _language(board.language),
        "direction": direction,
        "runs": lambda text: runs(text, direction),
        "paper": paper,
        "setting": chosen,
        "drawing": draw(board, chosen.columns, chosen.stretch, direction),
        "scale": chosen.step / STEP,
        "start": start,
        "start_size": min(_START_SIZE, _START_WIDTH / BOLD / widest, _START_HEIGHT / max(len(start), 1)),
        "is_entry": lambda block: isinstance(block.of, Entry),
        "placed": placed(chosen, board.last, direction),
        "millimetres_per_point": MILLIMETRES_PER_POINT,
        **{name.lower(): getattr(sizes, name) for name in _SIZES},
    }


def _language(code: str) -> str:
    """Give the code by which programs that hyphenate know a language."""
    known: Mapping[str, str] = yaml.load((Path(__file__).parent / "languages.yaml").read_text("utf-8"), yaml.BaseLoader)
    return known.get(code, code)


def _environment() -> "Environment":
    jinja2 = _needed("jinja2")
    environment: Environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_as_xml,
    )
    environment.filters["length"] = _length
    return environment


def _as_xml(value: object) -> object:
    """Put a sign in the place of each character that XML cannot have, which no board file has either."""
    return UNREADABLE.sub("\ufffd", value) if isinstance(value, str) and UNREADABLE.search(value) else value


def _length(number: float) -> str:
    """Write a length, with no more digits than can be seen."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _needed(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise NoSheet(how_to_get(module, "print", "a sheet in this form")) from error
    except OSError as error:
        missing = str(error).split("\n")[0]
        raise NoSheet(f"{module} needs a library that this system does not have: {missing}") from error


def _fetch_nothing(address: str, *_: object, **__: object) -> NoReturn:
    raise ValueError(f"{address}: a sheet needs nothing else")

"""What comes of a board's games, as pictures.

matplotlib is needed for them and for nothing else, and takes its time, so it is imported when one is drawn.
"""

import io
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.board import Board
from interpreter.extras import how_to_get
from interpreter.figures import figure_text
from interpreter.files import check_writable, write
from interpreter.histogram import bins
from interpreter.results import Chips, Length, Results, Spread, chips_move
from interpreter.source import UnreadableFile
from interpreter.tables import counted
from interpreter.track import columns_for, positions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import FigureBase

# What a picture can be, by the suffix of its file, and what the file tells about itself: never when it was made.
FORMATS: Mapping[str, Mapping[str, Any]] = {".svg": {"Date": None}, ".png": {}}

PAGE = (11.0, 10.5)
TRACK_HEIGHT = 6.0
DOTS_PER_INCH = 130
POINTS_PER_INCH = 72

_MOST_BINS = 60
_MOST_LABELS = 8
_LONGEST_TITLE = 60
_FONT, _FONT_FILE = "DejaVu Sans", "fonts/ttf/DejaVuSans.ttf"
_SETTINGS: Mapping[Any, Any] = {
    "font.family": _FONT,
    "text.parse_math": False,
    "svg.hashsalt": "robinson",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "legend.frameon": False,
    "figure.constrained_layout.w_pad": 0.12,
    "figure.constrained_layout.h_pad": 0.12,
}
_INK, _FILL, _LINE, _BARE = "#12355b", "#8fb8de", "#c0392b", "#c9c9c9"
_COLOURS = "YlGnBu"
_DARK = 0.6  # the luminance below which a colour is written upon in white
_SPACIOUS = 36  # the points from which on a square has room for two lines


class NoPicture(Exception):
    """Why no picture can be drawn, in words for the person who wants one."""


@dataclass(frozen=True)
class Scales:
    """What pictures that are compared have in common: the edges of bins of lengths, the highest share, and so on."""

    turns: Sequence[float]
    throws: Sequence[float]
    share: float
    landings: float
    chips: tuple[int, int]


def check(path: str, *, force: bool = False, made_from: Iterable[str] = ()) -> None:
    """Raise NoPicture if no picture can be drawn to a file of this name, as `files.write` is told. Nothing is yet."""
    if Path(path).suffix.lower() not in FORMATS:
        raise NoPicture(f"{path}: a picture's name ends with {' or '.join(FORMATS)}")
    with _saying(path):
        check_writable(path, force=force, made_from=made_from)
    try:
        import_module("matplotlib")
    except ImportError as error:
        raise NoPicture(how_to_get("matplotlib", "plot", "a picture")) from error


def plot(results: Results, board: Board, path: str, *, force: bool = False) -> None:
    """Draw how long games are, what seats win or lose, and how often each square is landed on.

    With `force`, a picture takes the place of a file that is there.
    """
    made_from = [board.source.path]
    check(path, force=force, made_from=made_from)
    from matplotlib.figure import Figure

    with _settings():
        figure = Figure(figsize=PAGE, layout="constrained")
        _draw(figure, results, board, _title(board), _scales([results]))
        _save(figure, path, force, made_from)


def plot_both(
    first: Results,
    second: Results,
    boards: tuple[Board, Board],
    names: tuple[str, str],
    path: str,
    *,
    force: bool = False,
) -> None:
    """Draw the same for two boards beside each other, on the same scales, below these names."""
    made_from = [board.source.path for board in boards]
    check(path, force=force, made_from=made_from)
    from matplotlib.figure import Figure

    with _settings():
        width, height = PAGE
        figure = Figure(figsize=(2 * width, height), layout="constrained")
        scales = _scales([first, second])
        halves = figure.add_gridspec(1, 2)
        for place, (results, board, name) in enumerate(zip((first, second), boards, names, strict=True)):
            _draw(figure.add_subfigure(halves[place]), results, board, _shown(name), scales)
        _save(figure, path, force, made_from)


@contextmanager
def _settings() -> Iterator[None]:
    """Let pictures be the same wherever they are drawn, whatever a person has set for others."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def _save(figure: Any, path: str, force: bool, made_from: Iterable[str]) -> None:
    suffix = Path(path).suffix.lower()
    drawn = io.BytesIO()
    figure.savefig(drawn, format=suffix[1:], dpi=DOTS_PER_INCH, metadata=FORMATS[suffix])
    with _saying(path):
        write(path, drawn.getvalue(), force=force, made_from=made_from)


@contextmanager
def _saying(path: str) -> Iterator[None]:
    """Say which picture cannot be written, and why."""
    try:
        yield
    except UnreadableFile as error:
        raise NoPicture(f"{path}: {error}") from error


def _title(board: Board) -> str:
    """Choose what a board is called: its name, or that of its file if the name has signs that cannot be drawn."""
    name = _shown(board.name)
    return _shown(Path(board.source.path).stem) if "?" in name and "?" not in board.name else name


def _shown(text: str) -> str:
    """Put a question mark in the place of each sign that the font does not have, and cut what is too long."""
    import matplotlib
    from matplotlib.ft2font import FT2Font

    known = FT2Font(str(Path(matplotlib.get_data_path(), _FONT_FILE))).get_charmap()
    readable = "".join(sign if ord(sign) in known else "?" for sign in text)
    return textwrap.shorten(readable, _LONGEST_TITLE, placeholder=" …")


def _scales(compared: Sequence[Results]) -> Scales:
    turns = _edges([results.turns for results in compared])
    throws = _edges([results.throws for results in compared])
    shares = [
        share
        for results in compared
        for length, edges in ((results.turns, turns), (results.throws, throws))
        for share in _heights(length, edges)
    ]
    spreads = [spread for results in compared if results.chips for spread in (*results.chips.seats, results.chips.pot)]
    chips = [number for spread in spreads for number in spread.quantiles.values()] or [0]
    landings = [figure.value for results in compared for figure in results.landings.values()]
    return Scales(turns, throws, max(shares, default=1.0), max(landings, default=0.0) or 1.0, (min(chips), max(chips)))


def _edges(lengths: Sequence[Length | None]) -> Sequence[float]:
    """Find where bins begin and end that fit all these lengths; the few games that are far longer are left out."""
    together: dict[int, float] = {}
    for length in lengths:
        for number, share in (length.shares if length else {}).items():
            together[number] = together.get(number, 0.0) + share
    closed = [
        (each.low, each.high) for each in bins(together, _MOST_BINS) if each.low is not None and each.high is not None
    ]
    return [*(low - 0.5 for low, _ in closed), *(high + 0.5 for _, high in closed[-1:])]


def _heights(length: Length | None, edges: Sequence[float]) -> list[float]:
    shares = length.shares if length else {}
    return [sum(share for number, share in shares.items() if low < number < high) for low, high in pairwise(edges)]


def _draw(figure: "FigureBase", results: Results, board: Board, title: str, scales: Scales) -> None:
    chips = results.chips if results.chips and chips_move(results.chips) else None
    heading = f"{title}\n{counted(results.players, 'player')}, {_played(results, chips)}, answers: {results.choose}"
    figure.suptitle(heading, fontsize=15)
    rows = figure.add_gridspec(2, 1, height_ratios=[PAGE[1] - TRACK_HEIGHT, TRACK_HEIGHT])
    above, below = figure.add_subfigure(rows[0]), figure.add_subfigure(rows[1])
    panels = above.subplots(1, 3 if chips else 2)
    _draw_length(panels[0], "Turns until the end", results.turns, scales.turns, scales.share)
    _draw_length(panels[1], "Throws until the end", results.throws, scales.throws, scales.share)
    if chips:
        _draw_chips(panels[2], chips, scales.chips)
    about = "Landings on each square in a game; the squares with a red border have a rule"
    below.suptitle(about, x=0.02, ha="left", fontsize="large", fontweight="bold")
    _draw_track(below.subplots(), results, board, scales.landings)


def _played(results: Results, chips: Chips | None) -> str:
    """Say what is exact, and what comes from how many games."""
    if results.games is not None:
        return counted(results.games, "game")
    return f"exact odds; chips from {counted(chips.games, 'game')}" if chips else "exact odds"


def _draw_length(axes: "Axes", title: str, length: Length | None, edges: Sequence[float], highest: float) -> None:
    from matplotlib.ticker import PercentFormatter

    axes.set_title(title)
    if length is None:
        axes.set_axis_off()
        axes.text(0.5, 0.5, "no game ends", transform=axes.transAxes, ha="center")
        return
    axes.stairs(_heights(length, edges), list(edges), fill=True, color=_FILL)
    axes.vlines(length.mean.value, 0, 1.05 * highest, color=_LINE, label=f"mean {figure_text(length.mean, 2)}")
    axes.vlines(length.median, 0, 1.05 * highest, color=_INK, linestyle=":", label=f"median {length.median}")
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(0, highest * 1.3)  # the legend stands above the bars
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=None))
    size = round(edges[1] - edges[0])
    axes.set_ylabel("games that end" if size == 1 else f"games that end, by {size}")
    axes.legend(loc="upper right")


def _draw_chips(axes: "Axes", chips: Chips, between: tuple[int, int]) -> None:
    axes.set_title("Chips won or lost")
    apart = -(-len(chips.seats) // _MOST_LABELS)
    labels = [*("" if place % apart else str(place + 1) for place in range(len(chips.seats))), "pot"]
    axes.axhline(0, color=_BARE, linewidth=1, zorder=0)
    axes.bxp(
        [_box(spread, label) for spread, label in zip([*chips.seats, chips.pot], labels, strict=True)],
        showfliers=False,
        showmeans=True,
        patch_artist=True,
        widths=0.6,
        boxprops={"facecolor": _FILL, "edgecolor": _INK},
        medianprops={"color": _INK, "linewidth": 2},
        meanprops={"marker": "D", "markersize": 4, "markerfacecolor": _LINE, "markeredgecolor": _LINE},
    )
    room = max(1.0, 0.05 * (between[1] - between[0]))
    axes.set_ylim(between[0] - room, between[1] + room)
    axes.set_xlabel("seat, and what is left in the pot")


def _box(spread: Spread, label: str) -> dict[str, Any]:
    """Describe a box: from the quantile next to 25% to that next to 75%, with whiskers to the outermost ones."""
    at = {
        share: spread.quantiles[min(spread.quantiles, key=lambda percentage: abs(percentage - share))]
        for share in (0, 25, 50, 75, 100)
    }
    return {
        "label": label, "mean": spread.mean.value,
        "whislo": at[0], "q1": at[25], "med": at[50], "q3": at[75], "whishi": at[100],
    }  # fmt: skip


def _draw_track(axes: "Axes", results: Results, board: Board, highest: float) -> None:
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    columns = columns_for(board.last)
    placed = positions(board.last, columns)
    rows = -(-board.last // columns)
    colours = colormaps[_COLOURS]
    size = POINTS_PER_INCH * min(0.85 * PAGE[0] / columns, 0.9 * TRACK_HEIGHT / rows)
    axes.plot(*zip(*placed.values(), strict=True), color=_BARE, linewidth=size * 0.2, zorder=0)
    for number, place in placed.items():
        figure = results.landings.get(number)
        colour = colours(figure.value / highest if figure else 0.0)
        border = _LINE if board.effects_of(number) else _BARE
        _draw_square(axes, place, size, str(number), f"{figure.value:.2f}" if figure else "", (colour, border))
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(-0.5, rows - 0.5)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.figure.colorbar(ScalarMappable(Normalize(0, highest), colours), cax=axes.inset_axes((1.03, 0.05, 0.025, 0.9)))


def _draw_square(
    axes: "Axes", place: tuple[int, int], size: float, number: str, landings: str, colours: tuple[Any, str]
) -> None:
    """Draw a square that is so many points wide, with its number, and with its landings where there is room."""
    from matplotlib.patches import FancyBboxPatch

    (column, row), (fill, border) = place, colours
    shape = FancyBboxPatch((column - 0.38, row - 0.38), 0.76, 0.76, boxstyle="round,pad=0.04")
    shape.set(facecolor=fill, edgecolor=border, linewidth=min(2.0, 0.03 * size))
    axes.add_patch(shape)
    red, green, blue, _ = fill
    ink = "white" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < _DARK else _INK
    middle: dict[str, Any] = {"ha": "center", "va": "center", "color": ink}
    if size < _SPACIOUS:
        axes.text(column, row, number, fontsize=0.34 * size, **middle)
        return
    axes.text(column, row + 0.14, number, fontsize=min(15, 0.32 * size), fontweight="bold", **middle)
    axes.text(column, row - 0.22, landings, fontsize=min(10, 0.2 * size), **middle)

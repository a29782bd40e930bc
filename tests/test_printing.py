"""The sheet to print: every word of it, in order; a track to play on; the direction of its language."""

import io
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from support import ROOT, board_text, small_board

from interpreter.board import Board
from interpreter.load import check_source, load_board
from interpreter.phrases import Phrase
from interpreter.printing import PAPERS, NoSheet, printed
from interpreter.printing.direction import Run, direction_of, runs
from interpreter.printing.drawing import Move, draw, moves
from interpreter.printing.setting import INDENT, TEXT, blocks, setting
from interpreter.printing.widths import WIDEST, cut, width_of
from interpreter.printing.words import entries
from interpreter.source import Source

SHIPPED = ["nl", "no", "he", "goose", "snakes-and-ladders"]
SVG = "{http://www.w3.org/2000/svg}"


def board_of(name: str) -> Board:
    board, _ = load_board(name)
    assert board is not None
    return board


def page(board: Board, form: str, paper: str = "a4") -> str:
    made = printed(board, form, paper)
    assert isinstance(made, str)
    return made


class Page(HTMLParser):
    """The texts of a page by the classes of the innermost element that has one, and its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[tuple[str, str]] = []
        self.texts: list[list[str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        kind = dict(attrs).get("class") or (self.open[-1][1] if self.open else "")
        if tag not in ("br", "meta"):
            self.open.append((tag, kind))
        if dict(attrs).get("class"):
            self.texts.append([kind, ""])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.texts and self.open[-1][1] == self.texts[-1][0]:
            self.texts[-1][1] += data

    def of(self, *kinds: str) -> list[tuple[str, str]]:
        return [(kind, text.strip()) for kind, text in self.texts if kind in kinds]


def printed_words(board: Board) -> list[tuple[str, str]]:
    """Give what a page has to say: the rules, and each square's numbers, story and rule."""
    lines = [line.strip() for line in board.intro.split("\n")]
    words = [("heading" if line.endswith(":") else "text", line) for line in lines if line]
    for entry in entries(board):
        words += [("numbers", entry.numbers), ("story", entry.story)]
        words += [("rule", entry.rule)] if entry.rule else []
    return words


@pytest.mark.parametrize("name", SHIPPED)
def test_every_word_is_on_the_page_to_the_letter_and_in_order(name: str) -> None:
    board = board_of(name)
    read = Page(page(board, "html"))
    assert read.of("heading", "text", "numbers", "story", "rule") == printed_words(board)
    assert f"<h1>{board.name}</h1>" in page(board, "html")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_square_has_its_words_once(name: str) -> None:
    board = board_of(name)
    words = {number: (each.story, each.rule) for each in entries(board) for number in each.squares}
    assert words == {number: (square.story, square.rule) for number, square in board.squares.items()}
    assert sum(len(each.squares) for each in entries(board)) == board.last


@pytest.mark.parametrize("name", SHIPPED)
def test_the_picture_has_the_same_words_as_the_page(name: str) -> None:
    board = board_of(name)
    root = ElementTree.fromstring(page(board, "svg", "a3"))
    lines = ["".join(text.itertext()) for text in root.iterfind(f"{SVG}text")]
    words = " ".join(text for _, text in printed_words(board)).split()
    assert " ".join(lines).split() == [*board.name.split(), *words]
    numbers = [text.text for text in root.iterfind(f".//{SVG}g/{SVG}g/{SVG}text")]
    assert numbers == [str(number) for number in sorted(board.squares)]


def test_what_is_markup_elsewhere_is_text_here() -> None:
    story = """</style><b>1 < 2 & "3" > '2'</b> &amp; {{ name }} {% if %} “a” «b» ‘c’ ]]>"""
    text = board_text({2: "win"}, name="\"<A> & 'B'\"").replace("story: Square 3.", f"story: |-\n      {story}")
    board, _ = check_source(Source("small.yaml", text))
    assert board is not None
    read = Page(page(board, "html"))
    assert ("story", story) in read.of("story")
    assert "<h1>&lt;A&gt; &amp; &#39;B&#39;</h1>" in page(board, "html")
    drawn = ElementTree.fromstring(page(board, "svg"))
    assert story in " ".join(" ".join(text.itertext()) for text in drawn.iterfind(f"{SVG}text"))


@pytest.mark.parametrize(
    ("name", "language", "direction"), [("nl", "nl", "ltr"), ("no", "nb", "ltr"), ("he", "he", "rtl")]
)
def test_the_page_has_the_language_and_the_direction_of_its_board(name: str, language: str, direction: str) -> None:
    tags = Page(page(board_of(name), "html")).tags
    assert dict(tags)["html"] == {"lang": language, "dir": direction}
    root = ElementTree.fromstring(page(board_of(name), "svg"))
    assert root.get("direction") == direction
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == language


@pytest.mark.parametrize("form", ["html", "svg"])
def test_one_file_needs_nothing_else(form: str) -> None:
    text = page(board_of("he"), form)
    assert set(re.findall(r"[a-z]+://[^\s\"']*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"<script|<link|<img|<image|@import|url\(|href|src=|javascript", text)


@pytest.mark.parametrize("form", ["html", "svg", pytest.param("pdf", marks=pytest.mark.browser)])
def test_a_sheet_is_the_same_each_time(form: str) -> None:
    code = "import sys; from interpreter.load import load_board; from interpreter.printing import printed\n"
    code += f"made = printed(load_board('goose')[0], {form!r}, 'a3')\n"
    code += "sys.stdout.buffer.write(made if isinstance(made, bytes) else made.encode())"
    elsewhere = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, timeout=60).stdout
    here = printed(board_of("goose"), form, "a3")
    assert elsewhere == (here if isinstance(here, bytes) else here.encode())


@pytest.mark.browser
@pytest.mark.parametrize(("name", "paper"), [("nl", "a3"), ("he", "a4")])
def test_a_pdf_has_every_letter_on_one_sheet_of_the_paper(name: str, paper: str) -> None:
    board = board_of(name)
    made = printed(board, "pdf", paper)
    assert isinstance(made, bytes)
    pages = PdfReader(io.BytesIO(made)).pages
    assert [[round(float(length) * 25.4 / 72) for length in each.mediabox[2:]] for each in pages] == [
        [PAPERS[paper].width, PAPERS[paper].height]
    ]

    def letters(text: str) -> Counter[str]:
        return Counter(character for character in text if character.isalnum())

    words = [board.name, *(text for _, text in printed_words(board)), *map(str, board.squares)]
    assert letters(pages[0].extract_text()) == letters("".join([*words, board.phrases["start"].other]))


@pytest.mark.parametrize("module", ["jinja2", "weasyprint"])
def test_without_what_it_needs_it_says_how_to_get_it(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(sys, "executable", "/my venv/bin/python")
    command = "'/my venv/bin/python' -m pip install '.[print]'"
    needed = f"a sheet in this form needs {module}; in the project's folder: {command}"
    with pytest.raises(NoSheet, match=f"^{re.escape(needed)}$"):
        printed(small_board({1: "win"}), "pdf", "a4")


def test_who_prints_no_sheet_does_not_wait_for_what_makes_one() -> None:
    code = "import sys, interpreter.printing; sys.exit(bool({'jinja2', 'weasyprint'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60).returncode == 0


@pytest.mark.parametrize("form", ["html", "svg"])
def test_a_board_with_errors_is_printed_as_far_as_it_goes(form: str) -> None:
    """A rule that leads off the board has no arrow, and a start that nobody sees takes no room."""
    text = board_text({1: "may go to 99", 2: "go to 4", 12: "win"}).replace(
        "start: the start", 'start: "\\u200b\\u200b"'
    )
    board, findings = check_source(Source("small.yaml", text))
    assert board is not None
    assert {"target-off-the-board", "empty-text"} <= {finding.code for finding in findings}
    assert moves(board) == [Move(2, 4, True)]
    assert "Square 12." in str(printed(board, form, "a4"))


@pytest.mark.parametrize("form", ["html", "svg"])
@given(st.text(max_size=5), st.text(max_size=5), st.text(max_size=5))
@settings(max_examples=15)
def test_whatever_its_words_are_a_picture_is_well_formed(form: str, name: str, story: str, start: str) -> None:
    board = small_board({1: "go to 3", 12: "win"})
    squares = {**board.squares, 2: replace(board.squares[2], story=f"\x01\ufffe\ud800 {story}")}
    phrases = {**board.phrases, "start": Phrase(start)}
    made = printed(replace(board, name=name, squares=squares, phrases=phrases), form, "a4")
    assert isinstance(made, str)
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", made)
    if form == "svg":
        ElementTree.fromstring(made)


def test_arrows_lead_where_rules_lead() -> None:
    board = small_board(
        {
            1: "go to 5",
            2: "pay 1 to the pot and go to 7",
            3: "may go to the start",
            4: "go back 2",
            6: "if you rolled 6 then go to 8 otherwise go to 9",
            7: "whenever you pay the pot, go to 1",
            8: "next turn, go to 2",
            9: "go forward 9",
            10: "your right neighbour goes to 3",
            11: "go to 1; go to 1",
            12: "win",
        }
    )
    assert moves(board) == [
        Move(1, 5, True),
        Move(2, 7, True),
        Move(3, 0, False),
        Move(4, 2, True),
        Move(6, 8, False),
        Move(6, 9, False),
        Move(8, 2, False),
        Move(9, 6, True),
        Move(11, 1, True),
    ]
    drawing = draw(board, 4, 1.0, "ltr")
    assert [arrow.move for arrow in drawing.arrows] == moves(board)
    first = drawing.arrows[0]
    assert (first.start, first.head[1]) == (drawing.squares[1].centre, drawing.squares[5].centre)


def test_the_track_begins_below_where_a_line_of_text_begins() -> None:
    board = small_board({3: "win"}, last=9)
    from_the_left, from_the_right = (draw(board, 4, 1.0, direction) for direction in ("ltr", "rtl"))
    places = [(round(square.x), round(square.y)) for square in from_the_left.squares]
    assert places == [
        *((4, 236), (104, 236), (204, 236), (304, 236)),
        *((304, 120), (204, 120), (104, 120), (4, 120)),
        *((4, 4), (104, 4)),
    ]
    assert [round(square.width) for square in from_the_left.squares] == [92] * 9 + [292]
    mirrored = [(400 - square.x - square.width, square.y) for square in from_the_right.squares]
    assert [(round(x), round(y)) for x, y in mirrored] == places
    assert [square.number for square in from_the_left.squares if square.has_rule] == [3]


@given(st.integers(1, 120), st.integers(1, 20), st.floats(1, 1.4), st.sampled_from(["ltr", "rtl"]))
@settings(max_examples=20)
def test_squares_are_in_the_drawing_and_apart(last: int, columns: int, stretch: float, direction: str) -> None:
    drawing = draw(BOARDS_BY_LAST.setdefault(last, small_board({}, last=last)), columns, stretch, direction)
    assert [square.number for square in drawing.squares] == list(range(last + 1))
    for square in drawing.squares:
        assert square.x > 0
        assert square.y > 0
        assert square.x + square.width < drawing.width
        assert square.y + square.height < drawing.height
    for one, other in combinations(drawing.squares, 2):
        beside = one.x + one.width < other.x or other.x + other.width < one.x
        assert beside or one.y + one.height < other.y or other.y + other.height < one.y
    for one, other in pairwise(drawing.squares):
        assert one.y == other.y or one.y - other.y == pytest.approx(116)


BOARDS_BY_LAST: dict[int, Board] = {}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SHIPPED)
def test_all_has_room_on_one_sheet_and_can_be_read_and_played_on(name: str, paper: str) -> None:
    board = board_of(name)
    on = PAPERS[paper]
    for wider in (1, WIDEST):
        chosen = setting(board, on, wider)
        assert chosen.together
        drawing = draw(board, chosen.columns, chosen.stretch, "ltr")
        height = chosen.title_height + drawing.height * chosen.step / 100 + chosen.words.height
        assert height < on.inner_height
        assert drawing.width * chosen.step / 100 <= on.inner_width + 0.01
        assert chosen.words.size >= {"a4": 7, "a3": 9}[paper]
        assert chosen.step >= on.smallest


@pytest.mark.parametrize(
    ("last", "text", "sheets"), [(10, "Wind. ", 1), (150, "Wind. ", 2), (200, "High wind. " * 12, 4)]
)
def test_words_without_room_beside_the_track_have_sheets_of_their_own(last: int, text: str, sheets: int) -> None:
    board, _ = check_source(Source("x.yaml", board_text({last: "win"}, last=last).replace("Square ", text)))
    assert board is not None
    chosen = setting(board, PAPERS["a4"], 1)
    assert len(chosen.words.sheets) + (not chosen.together) == sheets
    kept = [block.of for sheet in chosen.words.sheets for column in sheet for block in column]
    assert kept == [block.of for block in blocks(board, 25)]
    assert chosen.step > 14
    height = float(re.findall(r'height="([\d.]+)mm"', page(board, "svg"))[0])
    assert (height > PAPERS["a4"].height) == (sheets > 1)


@pytest.mark.parametrize("name", ["nl", "no", "goose", "snakes-and-ladders"])
def test_no_line_is_wider_than_its_column_in_the_widest_font(name: str) -> None:
    from matplotlib import get_data_path
    from matplotlib.ft2font import FT2Font, LoadFlags

    def measured(text: str, file: str) -> float:
        font = FT2Font(f"{get_data_path()}/fonts/ttf/{file}.ttf")
        font.set_size(100, 72)
        font.set_text(text, flags=LoadFlags.NO_HINTING)
        width: float = font.get_width_height()[0] / 64 / 100
        return width

    files = {"text": "DejaVuSerif", "rule": "DejaVuSans", "numbers": "DejaVuSerif-Bold", "heading": "DejaVuSerif-Bold"}
    for block in blocks(board_of(name), 25 / WIDEST):
        for line in block.lines:
            width = sum(measured(text + " ", files[style]) for text, style in line.parts)
            indent = INDENT if line.is_rule else 0
            assert width <= 25 + 0.4 - indent, line
            assert width_of(" ".join(text for text, _ in line.parts)) <= 25 / WIDEST - indent + 0.01


def test_a_word_wider_than_a_line_is_cut_between_letters() -> None:
    assert cut("abc", 9) == ["abc"]
    assert cut("nnnnn", 1.3) == ["nn", "nn", "n"]
    assert cut("ne\u0301ne\u0301", 1.3) == ["ne\u0301", "ne\u0301"]
    assert width_of("m") > width_of("n") > width_of("i") > width_of("\u0301") == 0
    board = small_board({}, last=1, intro="n" * 100)
    lines = [line.parts for line in next(iter(blocks(board, 25))).lines]
    assert lines == [(("n" * 41, TEXT),), (("n" * 41, TEXT),), (("n" * 18, TEXT),)]


@pytest.mark.parametrize(
    ("text", "direction", "foreign"),
    [
        ("Robinson zegt שלום aan 3 mensen.", "ltr", ["שלום"]),
        ("שלם 3 אסימונים", "rtl", ["3"]),
        ("במשבצת 10.5, 12-14", "rtl", ["10.5", "12-14"]),
        ("אל Robinson Crusoe 2 של (Defoe)", "rtl", ["Robinson Crusoe 2", "Defoe"]),
        ("Alles gewoon, 1-2.", "ltr", []),
        ("", "rtl", []),
    ],
)
def test_what_runs_the_other_way_is_kept_apart(text: str, direction: str, foreign: list[str]) -> None:
    parts = list(runs(text, direction))
    assert "".join(part.text for part in parts) == text
    assert [part.text for part in parts if part.foreign] == foreign


def test_a_run_does_not_part_marks_of_direction() -> None:
    text = "אל \u2066Robinson\u2069 של"
    assert list(runs(text, "rtl")) == [Run("אל \u2066", False), Run("Robinson", True), Run("\u2069 של", False)]


def test_the_direction_is_that_of_most_letters() -> None:
    assert direction_of(["Robinson", "ר"]) == "ltr"
    assert direction_of(["R.", "רובינזון"]) == "rtl"
    assert direction_of(["روبنسون"]) == "rtl"
    assert direction_of(["1, 2"]) == "ltr"

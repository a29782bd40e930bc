"""The sheet in a browser: nothing is cut, nothing lies over anything else, and every word is seen."""

import io
from collections.abc import Iterator

import pytest
from browser import Browser, browser
from pypdf import PdfReader
from support import board_text

from interpreter.board import Board
from interpreter.load import check_source, load_board
from interpreter.printing import PAPERS, printed
from interpreter.printing.words import entries
from interpreter.source import Source

pytestmark = pytest.mark.browser

# Boxes that leave the page, boxes whose content leaves them, pairs of boxes that overlap, and words without a place.
LOOK = """
(() => {
  const page = document.body.getBoundingClientRect();
  const name = each => each.className?.baseVal ?? each.className ?? each.tagName;
  // The box of a word has room above and below that no letter of these boards needs.
  const inside = (box, outer, free = 1) => box.left >= outer.left - 1 && box.right <= outer.right + 1
    && box.top >= outer.top - free && box.bottom <= outer.bottom + free;
  const all = [...document.querySelectorAll("body *")];
  const boxes = selector => [...document.querySelectorAll(selector)].map(each => [each, each.getBoundingClientRect()]);
  const overlaps = ([, a], [, b]) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = list => list.flatMap((one, place) => list.slice(place + 1).filter(other => overlaps(one, other))
    .map(other => [one[0].textContent, other[0].textContent]));
  const parts = boxes("h1, .board, .text, .heading, .entry");
  const squares = boxes("svg text");
  const words = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const found of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const box = range.getBoundingClientRect();
      const style = getComputedStyle(node.parentElement);
      const seen = box.width > 0 && box.height > 0 && style.visibility === "visible" && style.opacity === "1";
      const outer = node.parentElement.closest("h1, .start, .text, .heading, .entry, svg").getBoundingClientRect();
      words.push([found[0], seen && inside(box, outer, 0.3 * parseFloat(style.fontSize))]);
    }
  }
  return {
    outside: all.filter(each => !inside(each.getBoundingClientRect(), page)).map(name),
    overflowing: all.filter(each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth).map(name),
    overlapping: [parts, squares].flatMap(pairs),
    words: words,
    direction: getComputedStyle(document.body).direction,
    columns: boxes(".words:last-of-type .column").map(([, box]) => box.left),
    sizes: all.filter(each => each.closest(".words")).map(each => parseFloat(getComputedStyle(each).fontSize) * 0.75),
  };
})()
"""
SMALLEST = {"a4": 7, "a3": 9}


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as started:
        yield started


def check(chromium: Browser, board: Board, paper: str, direction: str, sheets: int) -> None:
    page = printed(board, "html", paper)
    assert isinstance(page, str)
    chromium.show(page, PAPERS[paper].inner_width)
    seen = chromium.evaluate(LOOK)
    assert (seen["outside"], seen["overflowing"], seen["overlapping"]) == ([], [], [])
    assert [word for word, visible in seen["words"] if not visible] == []
    words = [*board.intro.split()]
    for entry in entries(board):
        words += f"{entry.numbers} {entry.story} {entry.rule}".split()
    assert "".join(words) in "".join(word for word, _ in seen["words"])
    assert seen["direction"] == direction
    assert seen["columns"] == sorted(seen["columns"], reverse=direction == "rtl")
    assert min(seen["sizes"]) >= SMALLEST[paper] - 0.01
    pages = PdfReader(io.BytesIO(chromium.print())).pages
    assert len(pages) == sheets
    for each in pages:
        size = [round(float(length) * 25.4 / 72) for length in each.mediabox[2:]]
        assert size == [PAPERS[paper].width, PAPERS[paper].height]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["nl", "no", "he", "goose", "snakes-and-ladders"])
def test_the_sheets_of_the_boards_that_ship(chromium: Browser, name: str, paper: str) -> None:
    board, _ = load_board(name)
    assert board is not None
    check(chromium, board, paper, "rtl" if name == "he" else "ltr", 1)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_long_board_has_its_words_on_further_sheets(chromium: Browser, paper: str) -> None:
    story = "Robinson walks along the beach, finds the print of a foot, and wonders whose it is"
    text = board_text({5: "go to 90", 190: "may go to the start", 200: "win"}, last=200)
    board, _ = check_source(Source("long.yaml", text.replace("story: Square", f"story: {story}")))
    assert board is not None
    check(chromium, board, paper, "ltr", 3)


def test_a_svg_has_every_line_in_its_column(chromium: Browser) -> None:
    board, _ = load_board("he")
    assert board is not None
    drawn = printed(board, "svg", "a4")
    assert isinstance(drawn, str)
    chromium.show(f'<!DOCTYPE html><body style="margin: 0">{drawn}', PAPERS["a4"].width)
    lines = """
    [...document.querySelectorAll("svg > text")].map(each => each.getBoundingClientRect())
      .map(box => [box.left, box.right, box.top, box.bottom])
    """
    boxes = chromium.evaluate(lines)
    assert len(boxes) > 100
    page = chromium.evaluate("(box => [box.width, box.height])(document.querySelector('svg').getBoundingClientRect())")
    assert all(left >= 0 and right <= page[0] and bottom <= page[1] for left, right, _, bottom in boxes)
    for place, (left, right, top, bottom) in enumerate(boxes):
        for other_left, other_right, other_top, other_bottom in boxes[place + 1 :]:
            beside = right <= other_left or other_right <= left
            # Lines below each other share what their letters leave free above and below.
            assert beside or abs((top + bottom) - (other_top + other_bottom)) > 0.9 * (bottom - top)

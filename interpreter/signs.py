"""Signs that are no letters, in any script: dashes, the ends of sentences, and characters that cannot be seen."""

import re
import unicodedata
from collections.abc import Iterator

DASHES = "\\-‐‑‒–—―⸺⸻−─־－﹘﹣"
"""Every dash, hyphen and minus that people write, for a class of a regular expression."""

SPACED_DASH = rf"(?<=\s)[{DASHES}]+(?=\s)"
"""A regular expression for a dash as it stands before a rule."""

SENTENCE_ENDS = ".!?…。．！？؟۔।"
CLOSING_SIGNS = "\"'”’»«“‘›)]）」』"
"""What can stand behind the end of a sentence: quotation marks and brackets."""

JOINERS = "\u200c\u200d"
DIRECTION_MARKS = "\u200e\u200f\u061c"
ISOLATES, END_OF_ISOLATE = "\u2066\u2067\u2068", "\u2069"
ALLOWED_IN_TEXTS = JOINERS + DIRECTION_MARKS + ISOLATES + END_OF_ISOLATE
"""Characters without a shape that some scripts need; no other belongs in a text."""

WITHOUT_WIDTH = "\u200b\ufeff"
MARKS = re.compile(f"[{DIRECTION_MARKS}{ISOLATES}{END_OF_ISOLATE}\u202a-\u202e{WITHOUT_WIDTH}]")
"""What word processors put around texts, and nobody sees."""

OBEYED = (
    "\x00-\x1f\x7f-\x9f"  # controls, with which escape sequences begin
    "\u2028\u2029"  # ends of lines and paragraphs
    "\u202a-\u202e\u206a-\u206f"  # embeddings and overrides of direction, and what else changes how others are shown
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # marks of byte order and of remarks, and tags
    "\ufffe\uffff"  # no characters, as wide as a version of Unicode has it
    "\ud800-\udfff"  # halves of characters
)
"""What a terminal obeys, or hides, where it would print a letter, for a class of a regular expression.

Isolates without a partner are like these. What only marks a direction, joins letters or chooses their shape is not.
"""

_OBEYED = re.compile(f"[{OBEYED}{ISOLATES}{END_OF_ISOLATE}]")
_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_BLANK = {"Cc", "Cf", "Zl", "Zp", "Zs"}

_OPENING = re.compile(f"[\u202a\u202b\u202d\u202e{ISOLATES}]")
_CLOSING = re.compile(f"[\u202c{END_OF_ISOLATE}]")
_AROUND = DIRECTION_MARKS + WITHOUT_WIDTH


def visible(text: str) -> str:
    r"""Write what a terminal would obey as escapes, as \x1b, \n and \u202e; the text is one line then.

    A text for which that has been done stays as it is.
    """
    if not _OBEYED.search(text):
        return text
    paired = set(_paired_isolates(text))
    return _OBEYED.sub(lambda found: found[0] if found.start() in paired else escape(found[0]), text)


def visible_lines(text: str) -> str:
    """Do the same to each line of a text, whose line ends stay."""
    return "\n".join(map(visible, text.split("\n"))) if _OBEYED.search(text) else text


def escape(character: str) -> str:
    """Write a character as an escape, in one of the ways of Python and YAML."""
    number = ord(character)
    long = f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
    return _SHORT_ESCAPES.get(character, long)


def _paired_isolates(text: str) -> Iterator[int]:
    """Give the places of isolates that are closed in the same line, and of what closes them."""
    open_places: list[int] = []
    for found in _OBEYED.finditer(text):
        if found[0] in ISOLATES:
            open_places.append(found.start())
        elif found[0] == END_OF_ISOLATE and open_places:
            yield from (open_places.pop(), found.start())


def is_blank(text: str) -> bool:
    """Tell whether a text has nothing in it that can be seen."""
    return all(unicodedata.category(character) in _BLANK for character in text)


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends as a sentence does, in any script."""
    return text.rstrip(CLOSING_SIGNS)[-1:] in set(SENTENCE_ENDS)


def without_outer_marks(text: str) -> str:
    """Take away the spaces and marks around a text, and marks inside it that have lost their partner.

    A pair of marks inside stays, and so does a single one that only hints at a direction.
    """
    if not MARKS.search(text):
        return text.strip()
    text = _without_loose(text)
    partners = _partners(text)
    start, end = 0, len(text)
    while start < end:
        if _is_around(text[start]):
            start += 1
        elif _is_around(text[end - 1]):
            end -= 1
        elif partners.get(start) == end - 1:
            start, end = start + 1, end - 1
        else:
            break
    return text[start:end]


def _is_around(character: str) -> bool:
    return character.isspace() or character in _AROUND


def _without_loose(text: str) -> str:
    partners = _partners(text)
    paired = {*partners, *partners.values()}
    return "".join(
        character
        for place, character in enumerate(text)
        if place in paired or not (_OPENING.match(character) or _CLOSING.match(character))
    )


def _partners(text: str) -> dict[int, int]:
    """Find the mark that closes each opening one, as places."""
    partners, open_places = {}, []
    for place, character in enumerate(text):
        if _OPENING.match(character):
            open_places.append(place)
        elif _CLOSING.match(character) and open_places:
            partners[open_places.pop()] = place
    return partners

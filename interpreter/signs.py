"""Signs that are no letters, in any script: dashes, the ends of sentences, and characters that cannot be seen."""

import re

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

_OPENING = re.compile(f"[\u202a\u202b\u202d\u202e{ISOLATES}]")
_CLOSING = re.compile(f"[\u202c{END_OF_ISOLATE}]")
_AROUND = DIRECTION_MARKS + WITHOUT_WIDTH


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
    while True:
        stripped = text.strip().strip(_AROUND)
        if stripped and _partners(stripped).get(0) == len(stripped) - 1:
            stripped = stripped[1:-1]
        if stripped == text:
            return text
        text = stripped


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

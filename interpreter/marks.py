"""Characters that cannot be seen and give a text its direction, as word processors put them around lines."""

import re

MARKS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u200b\ufeff]")

_OPENING = re.compile("[\u202a\u202b\u202d\u202e\u2066-\u2068]")
_CLOSING = re.compile("[\u202c\u2069]")
_AROUND = "\u200e\u200f\u061c\u200b\ufeff"


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

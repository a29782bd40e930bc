"""When two words are the same, whatever their case."""

# Characters that the flag IGNORECASE of regular expressions takes for each other, and case folding does not.
_TWINS = {"ı": "i", "İ": "i", "\u1fd3": "\u0390", "\u1fe3": "\u03b0", "ﬅ": "ﬆ"}


def in_one_case(word: str) -> str:
    """Write a word so that all that differ from it only in the case of letters become the same.

    It is as long as before. Two words become the same if, and only if, the flag IGNORECASE of regular expressions takes
    them for each other, so that a name that a parser finds in a text always is one of those that it looks for.
    """
    return "".join(map(_in_one_case, word))


def _in_one_case(character: str) -> str:
    character = _TWINS.get(character, character)
    return next((each for each in (character.casefold(), character.lower()) if len(each) == 1), character)

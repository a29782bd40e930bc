"""What a comparison of two boards comes to, in sentences."""

import math
from collections.abc import Mapping, Sequence

from interpreter.measures import KINDS, Measure, Verdict, has_changed, kind, size
from interpreter.tables import counted

MOST_SENTENCES: Mapping[str, int] = {"wins": 4, "chips": 4, "landings": 1}
"""How many sentences there are at the most of a kind of figure that there are many of."""

_LITTLE = 0.01

_SAID = "said"
_NOT_SAID: Mapping[str, tuple[str, str]] = {
    "slight": ("Hardly anything changes in {topics}.", "Hardly anything changes."),
    "none": ("Nothing changes in {topics}.", "No figure differs."),
    "none seen": (
        "In {games} on each board, nothing changed in {topics}.",
        "In {games} on each board, no figure differed.",
    ),
    "unclear": (
        "In {topics}, no difference to speak of can be told from chance.",
        "No difference to speak of can be told from chance; more games may tell more.",
    ),
}
"""How a topic is of which there is no sentence, and what is said of such topics, or if all are so."""


def summary(measures: Sequence[Measure], players: int, games: int | None) -> str:
    """Say what is different, in the order of the measures: a sentence for each difference that somebody would notice.

    Then it is said in what else there is none, or none that chance does not explain. `games` is the number of games on
    each board from which figures were estimated, if any were.
    """
    topics: dict[str, list[Measure]] = {}
    for measure in measures:
        topics.setdefault(kind(measure, players).topic, []).append(measure)
    states = {topic: _state(about, players) for topic, about in topics.items()}
    sentences = [_sentence(measure, players) for measure in _worth_saying(measures, players)]
    for state, (of_some, of_all) in _NOT_SAID.items():
        alike = [topic for topic, found in states.items() if found == state]
        if alike:
            text = of_all if len(alike) == len(states) else of_some
            sentences.append(text.format(topics=_enumerated(alike), games=counted(games or 0, "game")))
    return " ".join(sentences)


def _state(about: Sequence[Measure], players: int) -> str:
    """Say how a topic is, by the measures about it."""
    if any(_is_noticeable(measure, players) for measure in about):
        return _SAID
    verdicts = {measure.verdict for measure in about}
    differing = [measure for measure in about if measure.verdict in (Verdict.MORE, Verdict.LESS)]
    if Verdict.UNCLEAR in verdicts or not all(map(has_changed, differing)):
        return "unclear"
    if differing:
        return "slight"
    return "none seen" if Verdict.NONE_SEEN in verdicts else "none"


def _is_noticeable(measure: Measure, players: int) -> bool:
    return has_changed(measure) and size(measure) >= kind(measure, players).least


def _worth_saying(measures: Sequence[Measure], players: int) -> list[Measure]:
    """Choose what is worth a sentence: of many seats or squares, those that have changed most, in their order."""
    noticed: list[Measure] = []
    for measure in measures:
        # Where each turn has one throw, turns and throws are the same, and said once.
        again = any(measure.what != other.what and measure.contrast == other.contrast for other in noticed)
        if not again and _is_noticeable(measure, players):
            noticed.append(measure)
    chosen: list[Measure] = []
    for what in KINDS:
        alike = sorted((measure for measure in noticed if measure.what == what), key=size, reverse=True)
        chosen += alike[: MOST_SENTENCES.get(what)]
    return [measure for measure in noticed if measure in chosen]


def _sentence(measure: Measure, players: int) -> str:
    words, contrast = kind(measure, players), measure.contrast
    first, second = _told_apart(contrast.first.value, contrast.second.value, words.form)
    # A difference of chances is little by itself, and one of lengths beside the length that it was.
    whole = 1.0 if words.form == "%" else abs(contrast.first.value)
    about = "about " if contrast.difference.margin else ""
    return (words.more if measure.verdict is Verdict.MORE else words.less).format(
        number=measure.number,
        by=f"{about}{size(measure):.{max(0, _digits(size(measure)))}f}",
        first=about + first,
        second=second,
        little="a little " if size(measure) < _LITTLE * whole else "",
    )


def _told_apart(first: float, second: float, form: str) -> tuple[str, str]:
    """Write two numbers with few digits, but as many as tell them apart."""
    digits = 1 if form == "%" else max(1, _digits(max(abs(first), abs(second))))
    while (texts := (f"{first:.{digits}{form}}", f"{second:.{digits}{form}}"))[0] == texts[1]:
        digits += 1
    return texts


def _digits(number: float) -> int:
    """Say how many digits behind the point it takes to show two that say something."""
    return 1 - math.floor(math.log10(number))


def _enumerated(topics: Sequence[str]) -> str:
    *others, last = topics
    return f"{', '.join(others)} or {last}" if others else last

"""What comes of a board's games, as data: exact, or estimated from many games.

Seats are counted from 0, the seat of the player who begins, in turn order. Squares are numbers, chips are
numbers of chips, and lengths are in turns or in throws, as the fields' names say.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A number, and how far the true one may be from it: half of its 95% interval, or 0 if the number is exact."""

    value: float
    margin: float = 0.0


@dataclass(frozen=True)
class Length:
    """How long games are that end: `shares` gives, for each length that occurs, its share of all that end.

    `mean`, `deviation` (the standard deviation) and `median` are of games that end; with none, there is no Length.
    """

    mean: Figure
    deviation: float
    median: int
    shares: Mapping[int, float]


@dataclass(frozen=True)
class Happening:
    """How often an effect of a square's rule happens in a game, and how many chips change hands by it in a game.

    `square` is None for the rule of every square: its figures are of all squares together. `effect` is its canonical
    text. It is an effect that is not made of others: of `may go to 27`, it is `go to 27`.
    None stands where exact figures would need what was left out, the chips for instance.
    """

    square: int | None
    effect: str
    times: Figure | None
    chips: Figure | None


@dataclass(frozen=True)
class Spread:
    """A number of chips in the end: its mean, standard deviation, and quantiles by their percentages."""

    mean: Figure
    deviation: float
    quantiles: Mapping[int, int]


@dataclass(frozen=True)
class Chips:
    """What games do with chips: what each seat has won or lost in the end, and what is then in the pot.

    `short` is how often in a game a rule was to take more from the pot than there was, and `games_short` the share
    of games in which that happened. Chips are never exact: `games` is the number of games that were played for them.
    """

    seats: tuple[Spread, ...]
    pot: Spread
    short: Figure
    games_short: Figure
    games: int


@dataclass(frozen=True)
class Advice:
    """An answer that a strategy gives: of a player on `place` whom the rule of `square` allows an effect."""

    place: int
    square: int
    effect: str
    answer: bool


@dataclass(frozen=True)
class Results:
    """All that comes of the games of so many players on a board.

    `games` is the number of games that were played for it, or None if it is exact. `wins` gives for each seat the
    chance that it wins, and `nobody` the chance that nobody does, by the reason for which the game ends (those of
    `events.REASONS`; a game that can never end counts as stuck). `out` is how many players are put out in a game.
    `landings` gives for each square how often in a game somebody lands there. `choose` says who answers: yes, no,
    random or race. `strategy` are the answers of race, empty for the others.
    """

    board: str
    players: int
    choose: str
    games: int | None
    wins: tuple[Figure, ...]
    nobody: Mapping[str, Figure]
    out: Figure
    turns: Length | None
    throws: Length | None
    landings: Mapping[int, Figure]
    happenings: tuple[Happening, ...]
    chips: Chips | None
    strategy: tuple[Advice, ...]


@dataclass(frozen=True)
class Contrast:
    """A figure on two boards, and by how much that of the second is higher."""

    first: Figure
    second: Figure
    difference: Figure


@dataclass(frozen=True)
class Contrasts:
    """What games on a second board come to beside games on a first, with as many players.

    `games` is the number of games that were played on each, with the same dice, or None if all is exact. `wins` and
    `chips` are by seat, `nobody` is the chance that nobody wins, and `landings` are by the squares that either board
    has. `turns` and `throws` are of the games that end on each board; if none does on one of them, they are None. Where
    chips are not known, `chips` is empty and `pot` is None.
    """

    players: int
    choose: str
    games: int | None
    wins: tuple[Contrast, ...]
    nobody: Contrast
    out: Contrast
    turns: Contrast | None
    throws: Contrast | None
    chips: tuple[Contrast, ...]
    pot: Contrast | None
    landings: Mapping[int, Contrast]


def chips_move(chips: Chips) -> bool:
    """Tell whether a game has anything to do with chips: whether any is ever won, lost, or left in the pot."""
    return any(spread.mean.value or spread.deviation for spread in (*chips.seats, chips.pot))

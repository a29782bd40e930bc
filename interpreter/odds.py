"""Exact odds: what comes of all games that there can be on a board, found without throwing a die."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import log, log10, sqrt

from interpreter.board import Board
from interpreter.chain import LEFT_IN_PLAY, Course, by_throws, by_turns, throws_are_turns
from interpreter.explore import Chances, Explorer, TooManyWays, chances_of_throws
from interpreter.game import opening, pay_stake
from interpreter.language import canonical
from interpreter.matters import Matters, for_effects, for_moves
from interpreter.positions import Positions
from interpreter.program import Program
from interpreter.results import Figure, Happening, Length, Results
from interpreter.state import Participant, State
from interpreter.strategy import Progress, Strategy, race

MOST_WAYS = 1_500_000
"""The ways in which throws can go on that are followed at the most, over all positions: about a minute's work,
and less than a gigabyte."""

HOPELESS = 2
"""How many times more ways there may be by the number of squares and throws, before it is not even tried."""

ROUNDING = 1e-12
"""How far a probability may be off by rounding."""

FEW_WAYS = 300_000
"""The ways up to which roles and standing rules are followed too, only to know how often effects happen."""


def odds(board: Board, players: int, choose: str, progress: Progress = lambda _, __: None) -> Results:
    """Find the exact odds of a game of so many players; `choose` is yes, no, random or race.

    What happens in a game counts until it ends, or can only go round for ever. Raises TooManyWays if games
    can go on in more than can be followed, and TooSlow if they hardly ever end.
    """
    _refuse_the_hopeless(board, players)
    strategy = race(board, progress) if choose == "race" else Strategy(board, {})
    chances: Chances = {
        "yes": lambda *_: {True: 1.0},
        "no": lambda *_: {False: 1.0},
        "random": lambda *_: {True: 0.5, False: 0.5},
        "race": lambda question, _: {strategy.decide(question): 1.0},
    }[choose]
    start = opening(board, [Participant(str(number)) for number in range(players)])
    pay_stake(board, start)
    found, turns = _follow(start, Explorer(Program(board), chances), for_moves(board), for_effects(board), progress)
    throws = turns
    if not throws_are_turns(found.chain):
        throws = by_throws(found.chain, lambda in_play: progress("following throws", _share(in_play)))
    return Results(
        board=board.name,
        players=players,
        choose=choose,
        games=None,
        wins=tuple(Figure(turns.wins[seat * start.step % players]) for seat in range(players)),
        nobody={reason: Figure(probability) for reason, probability in sorted(turns.nobody.items())},
        out=Figure(sum(visits * out for visits, out in zip(turns.visits, found.out, strict=True))),
        turns=_length(turns.lengths),
        throws=_length(throws.lengths),
        landings=_landings(board, turns, found),
        happenings=_happenings(board, turns, found),
        chips=None,
        strategy=strategy.advice(),
    )


def _refuse_the_hopeless(board: Board, players: int) -> None:
    """Raise TooManyWays if it is clear from the number of squares that there are too many."""
    places, throws = board.last + 1, len(chances_of_throws(board))
    if places**players * throws > MOST_WAYS * HOPELESS:
        size = f"{places**players:,}" if players < 10 else f"10 to the power of {log10(places) * players:.0f}"
        who = "1 player" if players == 1 else f"{players} players"
        raise TooManyWays(
            f"{who} on {board.last} squares can come to about {size} positions, each with {throws} throws"
        )


def _share(in_play: float) -> float:
    """Find which share of the steps is done, by the probability of being in play: each takes about as much off it."""
    return max(0.0, log(min(in_play, 1.0), LEFT_IN_PLAY)) if in_play > LEFT_IN_PLAY else 1.0


def _follow(
    start: State, explorer: Explorer, matters: Matters, finer: Matters, progress: Progress
) -> tuple[Positions, Course]:
    """Follow a game turn by turn; if there are few positions, also by what effects depend on, and pawns do not."""

    def follow(matters: Matters, most_ways: int, what: str = "") -> tuple[Positions, Course]:
        positions = Positions(start, explorer, matters, most_ways)
        positions.explore_ahead(lambda explored: progress(f"positions explored{what}: {explored:,}", None))
        return positions, by_turns(
            positions.chain,
            len(start.players),
            lambda in_play: progress(f"following turns{what}", _share(in_play)),
            lambda in_play: progress(f"following turns{what} again", _share(in_play)),
        )

    found = follow(matters, MOST_WAYS)
    if finer == matters or found[0].ways > FEW_WAYS:
        return found
    try:
        return follow(finer, FEW_WAYS, " with effects")
    except TooManyWays:
        return found


def _length(probabilities: Mapping[int, float]) -> Length | None:
    ended = sum(probabilities.values())
    if not ended:
        return None
    shares = {steps: probability / ended for steps, probability in sorted(probabilities.items())}
    mean = sum(steps * share for steps, share in shares.items())
    variance = sum((steps - mean) ** 2 * share for steps, share in shares.items())
    below = 0.0
    median = 0
    for steps, share in shares.items():
        below += share
        median = steps
        if below >= 0.5 - ROUNDING:
            break
    return Length(Figure(mean), sqrt(variance), median, shares)


def _expected(course: Course, each: Iterable[Mapping[int, float]]) -> defaultdict[int, float]:
    """Add up what happens in the turns from each position, as often as a game comes to it."""
    expected: defaultdict[int, float] = defaultdict(float)
    for visits, happening in zip(course.visits, each, strict=True):
        for what, times in happening.items():
            expected[what] += visits * times
    return expected


def _landings(board: Board, course: Course, found: Positions) -> dict[int, Figure]:
    expected = _expected(course, found.landings)
    return {square: Figure(expected[square]) for square in sorted(board.squares)}


def _happenings(board: Board, course: Course, found: Positions) -> tuple[Happening, ...]:
    expected = _expected(course, found.times)
    known = set(range(len(board.simple_effects))) - found.matters.uncounted
    return tuple(
        Happening(square, canonical(effect), Figure(expected[number]) if number in known else None, None)
        for number, (square, effect) in enumerate(board.simple_effects)
    )

"""Exact odds: what comes of all games that there can be on a board, found without throwing a die."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import log, sqrt

from interpreter.board import Board
from interpreter.chain import LEFT_IN_PLAY, Course, by_throws, by_turns, ending
from interpreter.explore import Chances, Explorer
from interpreter.game import opening
from interpreter.language import canonical
from interpreter.matters import Matters, for_effects, for_moves
from interpreter.positions import Positions, TooManyPositions, find_positions
from interpreter.program import Program
from interpreter.results import Figure, Happening, Length, Results
from interpreter.state import Participant, State
from interpreter.strategy import race

MOST_POSITIONS = 250_000
"""The positions that are followed at the most: about a minute's work, and less than half a gigabyte."""

HOPELESS = 1000
"""How many times more positions there may be by their number of squares, before it is not even tried."""

FEW_POSITIONS = 20_000
"""The positions up to which roles and standing rules are followed too, only to know how often effects happen."""

Progress = Callable[[str, float], None]
"""Is told what is being done, and which share of it has been."""


def odds(board: Board, players: int, choose: str, progress: Progress = lambda _, __: None) -> Results:
    """Find the exact odds of a game of so many players; `choose` is yes, no, random or race.

    Raises TooManyPositions if there are more than can be followed, TooManyBranches if a turn can go in too many ways,
    and TooSlow if games hardly ever end.
    """
    places = board.last + 1
    if places**players > MOST_POSITIONS * HOPELESS:
        raise TooManyPositions(f"{players} players on {places} squares can be in {places**players:.1e} positions")
    strategy = race(board)
    chances: Chances = {
        "yes": lambda _: {True: 1.0},
        "no": lambda _: {False: 1.0},
        "random": lambda _: {True: 0.5, False: 0.5},
        "race": lambda question: {strategy.decide(question): 1.0},
    }[choose]
    start = opening(board, [Participant(str(number)) for number in range(players)])
    found, matters = _find(start, Explorer(Program(board), chances), for_moves(board), for_effects(board), progress)
    chain = ending(found.chain)
    turns = by_turns(chain, players, lambda in_play: progress("following turns", _share(in_play)))
    throws = by_throws(chain, lambda in_play: progress("following throws", _share(in_play)))
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
        happenings=_happenings(board, turns, found, matters),
        chips=None,
        strategy=strategy.advice() if choose == "race" else (),
    )


def _share(in_play: float) -> float:
    """Find which share of the steps is done, by the probability of being in play: each takes about as much off it."""
    return min(1.0, log(in_play, LEFT_IN_PLAY)) if in_play > LEFT_IN_PLAY else 1.0


def _find(
    start: State, explorer: Explorer, matters: Matters, finer: Matters, progress: Progress
) -> tuple[Positions, Matters]:
    """Find all positions; if they are few, also those that differ only in what effects depend on, and not pawns."""

    def find(matters: Matters) -> Positions:
        return find_positions(
            start, explorer, matters, MOST_POSITIONS, lambda done, found: progress("exploring", done / found)
        )

    found = find(matters)
    if finer == matters or len(found.out) > FEW_POSITIONS:
        return found, matters
    return find(finer), finer


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
        if below >= 0.5:
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


def _happenings(board: Board, course: Course, found: Positions, matters: Matters) -> tuple[Happening, ...]:
    expected = _expected(course, found.times)
    return tuple(
        Happening(square, canonical(effect), None if number in matters.uncounted else Figure(expected[number]), None)
        for number, (square, effect) in enumerate(board.simple_effects)
    )

"""Plays games, and keeps of each what is counted in many.

Games are known by their numbers, from 0. What their dice show follows from the seed and their numbers alone, so that
it does not matter who plays them, and when.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from interpreter.board import Board
from interpreter.deciders import Decider, always, by_chance
from interpreter.dice import Roller, random_roller
from interpreter.engine import Engine
from interpreter.events import ALL_OUT, WON
from interpreter.game import opening, pay_stake, reach_end
from interpreter.program import Program
from interpreter.state import Participant
from interpreter.strategy import race
from interpreter.tally import Tally, nothing_counted

SERIES = 20
"""So many games share dice, from a number that this divides: to get new ones takes as long as a few turns."""

ENDS = (WON, ALL_OUT)
"""The reasons of games that come to an end by themselves."""


class Record(NamedTuple):
    """What is kept of a game; seats are in turn order, from the player who began.

    `landings` are by the numbers of squares, `times` and `moved` in the order of the board's simple effects: how
    often each happened, and how many chips changed hands by it. `short` is how often a rule was to take more from
    the pot than there was.
    """

    winner: int | None
    reason: str
    turns: int
    throws: int
    out: int
    pot: int
    short: int
    chips: Sequence[int]
    landings: Sequence[int]
    times: Sequence[int]
    moved: Sequence[int]


Play = Callable[[int], Record]
"""Plays the game with this number."""

MakeRoller = Callable[[int], Roller]
MakeDecider = Callable[[int], Decider]
"""Make what a game needs from the game's number."""


def play_together(board: Board, players: int, seed: int, choose: str, most_turns: int) -> Play:
    """Give what plays games with dice that all players share, as at a table; those of a series one after the other."""
    first = first_seed("games", seed)
    decider = make_decider(board, choose, lambda number: by_chance(first + number))
    rollers: dict[int, Roller] = {}

    def roller(number: int) -> Roller:
        series = number // SERIES
        if number % SERIES == 0:
            rollers.clear()
            rollers[series] = random_roller(board.dice, first + series)
        return rollers[series]

    return recorder(board, players, roller, decider, most_turns)


def play_apart(board: Board, players: int, seed: int, choose: str, most_turns: int) -> Play:
    """Give what plays games in which each player's throws and answers do not depend on what the others do.

    So games on two boards stay as much alike as their rules let them.
    """
    first = first_seed("players", seed)
    roller, at_random = rollers_apart(board, players, first), _deciders_apart(players, first)
    return recorder(board, players, roller, make_decider(board, choose, at_random), most_turns)


def rollers_apart(board: Board, players: int, first: int) -> MakeRoller:
    """Give each player dice of their own."""
    numbered = list(enumerate(names(players)))

    def make(number: int) -> Roller:
        rollers = {name: random_roller(board.dice, first + number * players + seat) for seat, name in numbered}
        return lambda player: rollers[player](player)

    return make


def _deciders_apart(players: int, first: int) -> MakeDecider:
    numbered = list(enumerate(names(players)))

    def make(number: int) -> Decider:
        deciders = {name: by_chance(first + number * players + seat) for seat, name in numbered}
        return lambda question: deciders[question.player](question)

    return make


def make_decider(board: Board, choose: str, at_random: MakeDecider) -> MakeDecider:
    """Find out who answers: yes, no, random or race."""
    if choose == "random":
        return at_random
    decide = {"yes": always(True), "no": always(False)}.get(choose) or race(board).decide
    return lambda _: decide


def recorder(board: Board, players: int, roller: MakeRoller, decider: MakeDecider, most_turns: int) -> Play:
    """Give what plays a game and records it."""
    program = Program(board)
    begin = opening(board, [Participant(name) for name in names(players)])
    pay_stake(board, begin)
    seats = [(begin.cashier + turn * begin.step) % players for turn in range(players)]

    def play(number: int) -> Record:
        landings, times, moved = nothing_counted(board)
        tally = Tally(landings, times, moved)
        state = begin.copy()
        engine = Engine(program, state, roller(number), decider(number), None, tally)
        reason, _ = reach_end(engine, most_turns)
        return Record(
            None if state.winner is None else seats.index(state.winner),
            reason,
            state.turns,
            state.rolls,
            tally.out,
            state.pot,
            tally.short,
            [state.players[seat].chips for seat in seats],
            landings,
            times,
            moved,
        )

    return play


def names(players: int) -> list[str]:
    """Name so many players."""
    return [str(number) for number in range(1, players + 1)]


def first_seed(series: str, seed: int) -> int:
    """Find the seed of the first of a series of games: so far from all others that no two series meet."""
    return Random(f"{series} {seed}").getrandbits(128)

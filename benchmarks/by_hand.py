"""The Robinson rules of boards/nl.yaml written out by hand: as fast as plain Python plays them, and nothing else.

It shares no code with the engine, so it serves twice: as the program that `games.py` measures the engine
beside, and as a second opinion on it (tests/test_by_hand.py). Seats are counted from 0, and seat 0 begins.
"""

from random import Random
from typing import NamedTuple

LAST = 45
STAKE = 10
MOST_TURNS = 10_000

PAYS = {8: 3, 15: 2, 26: 3}
TAKES = {3: 1, 11: 1, 14: 2, 18: 4, 33: 3, 40: 4}


class Answers(NamedTuple):
    """What every player answers whenever the rule of a square asks."""

    start_again: bool = False  # 4
    stay: bool = False  # 7
    skip: bool = False  # 12
    throw_again: bool = True  # 20
    sail_on: bool = True  # 23


HOMEWARD = Answers()


class Outcome(NamedTuple):
    """How a game came out; nobody has won if all are out, or if it had too many turns."""

    winner: int | None
    turns: int
    rolls: int
    pot: int
    chips: list[int]
    squares: list[int]
    out: list[bool]


def play(players: int, seed: int, answers: Answers = HOMEWARD, most_turns: int = MOST_TURNS) -> Outcome:
    """Play one game."""
    random = Random(seed).random
    squares = [0] * players
    chips = [-STAKE] * players
    skips = [0] * players
    out = [False] * players
    asked_at_4 = [False] * players
    fridays: list[int | None] = [None] * players
    pot = STAKE * players
    left = players
    turns = rolls = seat = 0

    def others_after(seat: int) -> list[int]:
        return [other for other in (*range(seat + 1, players), *range(seat)) if not out[other]]

    def pay(payer: int, amount: int) -> None:
        nonlocal pot
        chips[payer] -= amount
        pot += amount
        friday = fridays[payer]
        if friday is not None:
            chips[friday] -= 1
            pot += 1

    def take(taker: int, amount: int) -> None:
        nonlocal pot
        amount = min(amount, pot)
        chips[taker] += amount
        pot -= amount
        friday = fridays[taker]
        if friday is not None and amount and pot:
            chips[friday] += 1
            pot -= 1

    while left and turns < most_turns:
        if out[seat]:
            seat = (seat + 1) % players
            continue
        turns += 1
        throws = 1
        if skips[seat]:
            skips[seat] -= 1
            throws = 0
        elif asked_at_4[seat]:
            asked_at_4[seat] = False
            if answers.start_again:
                squares[seat] = 0
        elif squares[seat] == 7 and answers.stay:
            throws = 0

        while throws:
            throws -= 1
            rolls += 1
            start = squares[seat]
            square = start + int(random() * 6) + 1
            if square > LAST:
                square = 2 * LAST - square
            if square == 25:
                square = 14
            elif square == 23 and answers.sail_on:
                square = 27
            squares[seat] = square

            if square in TAKES:
                take(seat, TAKES[square])
            elif square in PAYS:
                pay(seat, PAYS[square])
            elif square == 1:
                pay(seat, 1)
                for other in others_after(seat):
                    pay(other, 1)
            elif square == 4:
                asked_at_4[seat] = True
            elif square == 10:
                others = others_after(seat)
                if others:
                    chips[seat] -= 2
                    chips[others[-1]] += 2
            elif square == 12:
                if answers.skip:
                    skips[seat] += 1
            elif square == 20:
                if answers.throw_again:
                    throws += 1
            elif square == 29:
                others = others_after(seat)
                if others:
                    fridays[seat] = others[-1]
                    chips[others[-1]] -= 2
                    chips[seat] += 2
            elif square == 32:
                for other in others_after(seat):
                    chips[other] -= 1
                    chips[seat] += 1
            elif square == 36:
                for other in others_after(seat):
                    if squares[other] == 41:
                        squares[seat], squares[other] = 41, 36
                        break
            elif square == 42:
                if start == 42:
                    out[seat] = True
                    left -= 1
                    fridays[seat] = None
                    fridays = [None if friday == seat else friday for friday in fridays]
            elif square == LAST:
                others = others_after(seat)
                friday = fridays[seat]
                if friday is not None:
                    take(friday, pot // 3)
                elif others:
                    take(max(others, key=squares.__getitem__), pot // 2)
                take(seat, pot)
                return Outcome(seat, turns, rolls, pot, chips, squares, out)

        seat = (seat + 1) % players

    return Outcome(None, turns, rolls, pot, chips, squares, out)

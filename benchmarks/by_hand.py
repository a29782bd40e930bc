"""The Robinson rules of boards/nl.yaml written out by hand, as anybody would who wants to play that game and no other.

It shares no code with the engine, so it serves twice: as the program that `games.py` measures the engine
beside, and as a second opinion on it (tests/test_by_hand.py). It plays fast and prints nothing.
"""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

LAST = 45
STAKE = 10
MOST_TURNS = 10_000


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


@dataclass(eq=False)
class Player:
    """One player; `asked` means that the rule of 4 is to ask at the next turn."""

    square: int = 0
    chips: int = -STAKE
    skips: int = 0
    out: bool = False
    asked: bool = False
    friday: "Player | None" = None


class Game:
    """One game; the first player begins."""

    def __init__(self, players: int, seed: int, answers: Answers) -> None:
        self.random = Random(seed).random
        self.answers = answers
        self.players = [Player() for _ in range(players)]
        self.pot = STAKE * players
        self.turns = 0
        self.rolls = 0
        self.winner: Player | None = None

    def play(self, most_turns: int) -> None:
        """Play until somebody wins, all are out, or there were too many turns."""
        in_play = self.players
        while in_play:
            for player in in_play:
                if self.turns == most_turns:
                    return
                self.turn(player)
                if self.winner:
                    return
            in_play = [player for player in self.players if not player.out]

    def turn(self, player: Player) -> None:
        """Play one turn."""
        self.turns += 1
        if player.skips:
            player.skips -= 1
            return
        if player.asked:
            player.asked = False
            if self.answers.start_again:
                player.square = 0
        elif player.square == 7 and self.answers.stay:
            return
        while self.throw(player):
            pass

    def throw(self, player: Player) -> bool:
        """Throw and move; tell whether the player throws once more."""
        self.rolls += 1
        start = player.square
        player.square += int(self.random() * 6) + 1
        if player.square > LAST:
            player.square = 2 * LAST - player.square
        return self.land(player, start)

    def land(self, player: Player, start: int) -> bool:
        """Do what the square says; tell whether the player throws once more."""
        match player.square:
            case 1:
                self.pay(player, 1)
                for other in self.others_after(player):
                    self.pay(other, 1)
            case 3 | 11:
                self.take(player, 1)
            case 4:
                player.asked = True
            case 8 | 26:
                self.pay(player, 3)
            case 10:
                for neighbour in self.others_after(player)[-1:]:
                    player.chips -= 2
                    neighbour.chips += 2
            case 12:
                player.skips += self.answers.skip
            case 14:
                self.take(player, 2)
            case 15:
                self.pay(player, 2)
            case 18 | 40:
                self.take(player, 4)
            case 20:
                return self.answers.throw_again
            case 23:
                if self.answers.sail_on:
                    player.square = 27
            case 25:
                player.square = 14
                self.take(player, 2)
            case 29:
                for neighbour in self.others_after(player)[-1:]:
                    neighbour.chips -= 2
                    player.chips += 2
                    player.friday = neighbour
            case 32:
                for other in self.others_after(player):
                    other.chips -= 1
                    player.chips += 1
            case 33:
                self.take(player, 3)
            case 36:
                for other in self.others_after(player):
                    if other.square == 41:
                        player.square, other.square = 41, 36
                        break
            case 42:
                if start == 42:
                    self.leave(player)
            case 45:
                self.win(player)
        return False

    def others_after(self, player: Player) -> list[Player]:
        """Give the other players in the game, in turn order from a player on."""
        place = self.players.index(player)
        return [other for other in self.players[place + 1 :] + self.players[:place] if not other.out]

    def pay(self, player: Player, chips: int) -> None:
        """Pay the pot; Friday pays 1 as well."""
        player.chips -= chips
        self.pot += chips
        if player.friday:
            player.friday.chips -= 1
            self.pot += 1

    def take(self, player: Player, chips: int) -> None:
        """Take what there is in the pot; Friday takes 1 as well."""
        chips = min(chips, self.pot)
        player.chips += chips
        self.pot -= chips
        if player.friday and chips and self.pot:
            player.friday.chips += 1
            self.pot -= 1

    def leave(self, player: Player) -> None:
        """Be out of the game, and nobody's Friday any more."""
        player.out = True
        player.friday = None
        for other in self.players:
            if other.friday is player:
                other.friday = None

    def win(self, player: Player) -> None:
        """Share the pot, of which nobody's Friday gets a chip for it, and win."""
        others = self.others_after(player)
        if player.friday:
            self.receive(player.friday, self.pot // 3)
        elif others:
            self.receive(max(others, key=lambda other: other.square), self.pot // 2)
        self.receive(player, self.pot)
        self.winner = player

    def receive(self, player: Player, chips: int) -> None:
        """Win chips of the pot."""
        player.chips += chips
        self.pot -= chips


def play(players: int, seed: int, answers: Answers = HOMEWARD, most_turns: int = MOST_TURNS) -> Outcome:
    """Play one game."""
    game = Game(players, seed, answers)
    game.play(most_turns)
    return Outcome(
        game.players.index(game.winner) if game.winner else None,
        game.turns,
        game.rolls,
        game.pot,
        [player.chips for player in game.players],
        [player.square for player in game.players],
        [player.out for player in game.players],
    )

"""Results made by hand, small enough to read."""

from interpreter.results import Advice, Chips, Contrast, Contrasts, Figure, Happening, Length, Results, Spread

NO_CHIPS = Figure(0.0)

EXACT = Results(
    board="Short",
    players=2,
    choose="race",
    games=None,
    wins=(Figure(0.6), Figure(0.375)),
    nobody={"all out": Figure(0.025)},
    out=Figure(0.3125),
    turns=Length(Figure(39.2251223), 25.225, 32, {1: 0.125, 2: 0.5, 3: 0.25, 4: 0.125}),
    throws=Length(Figure(2.375), 0.8569568, 2, {1: 0.125, 2: 0.5, 4: 0.375}),
    landings={1: Figure(0.5079120), 2: Figure(1.0), 3: Figure(0.0), 10: Figure(0.0000000025)},
    happenings=(
        Happening(1, "go to 3", Figure(0.25), NO_CHIPS),
        Happening(2, "pay 3 to the pot", Figure(1.0), None),
        Happening(2, "whenever you pay the pot, your friday pays 1 to the pot and skips 1 turn", None, None),
        Happening(3, "win", Figure(0.975), NO_CHIPS),
        Happening(None, "return to where you threw from", Figure(0.0625), NO_CHIPS),
    ),
    chips=None,
    strategy=(
        Advice(23, 23, "go to 27", True),
        Advice(36, 4, "go to the start", False),
        Advice(0, 4, "go to the start", True),
    ),
)

ESTIMATED = Results(
    board="Short",
    players=2,
    choose="random",
    games=20_000,
    wins=(Figure(0.53341, 0.003149), Figure(0.46155, 0.003149)),
    nobody={"all out": Figure(0.00504, 0.00098), "stuck": Figure(0.0, 0.0002), "turn limit": Figure(0.0, 0.0002)},
    out=Figure(0.02, 0.0019),
    turns=Length(Figure(52.7512, 0.4212), 9.591, 51, dict.fromkeys(range(3, 103), 0.01)),
    throws=Length(Figure(51.9821, 0.4231), 9.676, 51, {4: 0.25, 5: 0.75}),
    landings={1: Figure(0.785, 0.0036), 2: Figure(1.0), 3: Figure(0.0123, 0.0012)},
    happenings=(
        Happening(1, "take 1 from the pot", Figure(0.785, 0.0036), Figure(0.701, 0.0034)),
        Happening(3, "win", Figure(1.0), NO_CHIPS),
        Happening(None, "return to where you threw from", Figure(0.125, 0.0031), NO_CHIPS),
    ),
    chips=Chips(
        (
            Spread(Figure(1.234, 0.42), 9.49, {5: -13, 25: -8, 50: 0, 75: 8, 95: 15}),
            Spread(Figure(-1.5, 0.4), 9.3, {5: -14, 25: -9, 50: -2, 75: 7, 95: 14}),
        ),
        Spread(Figure(0.266, 0.031), 0.8, {5: 0, 25: 0, 50: 0, 75: 0, 95: 3}),
        Figure(0.034, 0.0031),
        Figure(0.02, 0.002),
        20_000,
    ),
    strategy=(),
)


def contrast(first: float, second: float, margin: float) -> Contrast:
    """Make a contrast of two estimates, of which the difference is known better than they are."""
    return Contrast(Figure(first, 3 * margin), Figure(second, 3 * margin), Figure(second - first, margin))


CONTRASTS = Contrasts(
    players=2,
    choose="race",
    games=20_000,
    wins=(contrast(0.5334, 0.5294, 0.0012), contrast(0.4654, 0.4691, 0.0012)),
    nobody=contrast(0.0012, 0.0015, 0.0004),
    out=contrast(0.15, 0.11, 0.003),
    turns=contrast(52.75, 55.123, 0.13),
    throws=contrast(51.2, 51.25, 0.13),
    chips=(contrast(0.75, 0.35, 0.05), contrast(-0.75, 0.05, 0.05)),
    pot=contrast(0.0, 0.0, 0.00019),
    landings={square: contrast(1.0, 1.0 + (-1) ** square * square / 100, 0.025) for square in range(1, 9)},
)

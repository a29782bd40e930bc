"""How often numbers occur, and how they spread, as small pictures made of text."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

TAIL = 0.005

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"
_LEVELS = "▁▂▃▄▅▆▇█"
_WHISKER, _MEDIAN = "─", "┃"
_NARROWEST_BAR = 10
_WIDEST_BAR = 50


@dataclass(frozen=True)
class Bin:
    """The numbers from `low` to `high` and their share; None where there is no end to them."""

    low: int | None
    high: int | None
    share: float

    def __str__(self) -> str:
        if self.low is None:
            return f"up to {self.high}"
        if self.high is None:
            return f"from {self.low}"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def bins(shares: Mapping[int, float], most: int) -> list[Bin]:
    """Put numbers into bins, all for as many numbers: 1, 2, 5, 10, 20 and so on.

    There are no more than `most` bins, which is at least 4. The few numbers that are far from all others are put
    together in a bin without an end.
    """
    occurring = {number: share for number, share in sorted(shares.items()) if share}
    if not occurring:
        return []
    low, high = min(occurring), max(occurring)
    if high - low < most:
        return [Bin(number, number, occurring.get(number, 0.0)) for number in range(low, high + 1)]
    low, high = _first_beyond(occurring), _first_beyond(dict(reversed(occurring.items())))
    size = next(size for size in _sizes() if high // size - low // size + 1 <= most - 2)
    first, last = low // size * size, high // size * size + size - 1
    starts = range(first, last + 1, size)
    inside = [Bin(start, start + size - 1, _share(occurring, start, start + size - 1)) for start in starts]
    below = Bin(None, first - 1, _share(occurring, min(occurring), first - 1))
    above = Bin(last + 1, None, _share(occurring, last + 1, max(occurring)))
    return [*([below] if below.share else []), *inside, *([above] if above.share else [])]


def histogram(shares: Mapping[int, float], width: int, most: int = 14) -> list[str]:
    """Draw shares by their numbers: a line for each bin, with its share of all in percent and a bar."""
    drawn = bins(shares, most)
    if not drawn:
        return []
    names = [str(each) for each in drawn]
    percents = [f"{each.share:.1%}" for each in drawn]
    widest, longest = max(map(len, names)), max(map(len, percents))
    room = min(max(width - widest - longest - 4, _NARROWEST_BAR), _WIDEST_BAR)
    highest = max(each.share for each in drawn)
    return [
        f"{name:>{widest}}  {percent:>{longest}}  {_bar(each.share / highest * room)}".rstrip()
        for name, percent, each in zip(names, percents, drawn, strict=True)
    ]


def level(share: float) -> str:
    """Draw a share of the highest as one block, of a height that fits it."""
    return _LEVELS[min(int(share * len(_LEVELS)), len(_LEVELS) - 1)]


def boxes(spreads: Sequence[Mapping[int, int]], width: int) -> list[str]:
    """Draw quantiles on one scale: whiskers to the outer ones, a box between the quarters, and in it the median.

    The quantiles are by their percentages; 25, 50 and 75 are among them.
    """
    low = min(min(quantiles.values()) for quantiles in spreads)
    high = max(max(quantiles.values()) for quantiles in spreads)
    room = width - 1

    def place(number: int) -> int:
        return round((number - low) / (high - low) * room) if high > low else 0

    drawn = []
    for quantiles in spreads:
        places = {percent: place(number) for percent, number in quantiles.items()}
        line = [" "] * (places[max(places)] + 1)
        for begin, end, sign in ((min(places), max(places), _WHISKER), (25, 75, _FULL), (50, 50, _MEDIAN)):
            line[places[begin] : places[end] + 1] = sign * (places[end] - places[begin] + 1)
        drawn.append("".join(line))
    return drawn


def _bar(length: float) -> str:
    whole, eighths = divmod(round(length * 8), 8)
    return _FULL * whole + _EIGHTHS[eighths]


def _sizes() -> Iterator[int]:
    for power in itertools.count():
        yield from (digit * 10**power for digit in (1, 2, 5))


def _first_beyond(shares: Mapping[int, float]) -> int:
    """Find the first number behind the tail at the beginning."""
    all_together = sum(shares.values())
    totals = zip(shares, itertools.accumulate(shares.values()), strict=True)
    return next(number for number, total in totals if total > TAIL * all_together)


def _share(shares: Mapping[int, float], low: int, high: int) -> float:
    return sum(share for number, share in shares.items() if low <= number <= high)

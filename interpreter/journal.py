"""The journal of a game: its first line says with what it was begun, each other line what came next.

Lines are JSON objects, each with a sum over itself and all that stands before it, so that nothing can be changed, lost
or exchanged unnoticed. What is taken back stays in the journal, as what is said to be taken back.
"""

import json
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, BinaryIO, TypeVar

from interpreter.events import REASONS, SCRIPT_ENDED, TURN_LIMIT
from interpreter.inputs import CHOOSE, DICE, Answer, By, Input, Settings, TakenBack, Throw
from interpreter.limits import MOST_PLAYERS, MOST_TURNS
from interpreter.source import MAXIMUM_BYTES
from interpreter.state import Participant

FORMAT = 1

_BEGINNING = re.compile(rb'\{"journal": ([0-9]{1,9}), ')
_FIRST_SIGNS = b'{"journal": '
_CHECKED = re.compile(rb'(.*), "check": "([0-9a-f]{8})"\}\n', re.DOTALL)
_LONGEST_FIRST_LINE = 8_000_000
_LONGEST_LINE = 10_000

Value = TypeVar("Value")


class UnusableJournal(Exception):
    """A journal that cannot be used; the message says why, without the file's name."""


class _TooLarge(Exception):
    """A line that says more than there can be in a game; the message goes on after "it"."""


@dataclass(frozen=True)
class Opening:
    """With what a game was begun.

    `board` is the absolute path of the board's file, or the name of a board that ships, and `text` all that stood in
    the file; `program` is the version that wrote this, and `begun` when, with the offset of the time zone.
    """

    program: str
    begun: str
    board: str
    text: str
    players: tuple[Participant, ...]
    settings: Settings
    most_turns: int


@dataclass(frozen=True)
class Resumed:
    """The game was taken up again."""

    program: str
    time: str
    most_turns: int


@dataclass(frozen=True)
class End:
    """The game has ended, or was stopped by a limit or the end of a list; such a game can go on."""

    reason: str
    winner: str | None

    @property
    def is_final(self) -> bool:
        """Whether the game cannot go on."""
        return self.reason not in (SCRIPT_ENDED, TURN_LIMIT)


Record = Opening | Throw | Answer | TakenBack | Resumed | End


@dataclass(frozen=True)
class Kept:
    """What stands in a journal.

    `inputs` are the throws and answers that count, with the line of each in `lines`, and in `programs` the version that
    wrote it. `end` is there if nothing follows it. The first `length` bytes are whole lines, up to which `check` is the
    sum; `cut` is what there is of a last line that was cut short.
    """

    opening: Opening
    inputs: tuple[Input, ...]
    lines: tuple[int, ...]
    programs: tuple[str, ...]
    most_turns: int
    end: End | None
    length: int
    check: int
    cut: bytes

    @property
    def is_finished(self) -> bool:
        """Whether the game has an end from which it cannot go on."""
        return self.end is not None and self.end.is_final


def line_of(record: Record, check: int = 0) -> tuple[bytes, int]:
    """Write a record as a line behind those up to which the sum is `check`; give the line, and the sum with it."""
    # A lone surrogate, of a file's name that is no text, becomes what JSON writes for it.
    text = json.dumps(_WRITE[type(record)](record), ensure_ascii=False).encode("utf-8", "backslashreplace")
    body = text[: -len(b"}")]
    check = zlib.crc32(body, check)
    return b'%s, "check": "%08x"}\n' % (body, check), check


def read_journal(file: BinaryIO) -> Kept:
    """Read a journal. Raises UnusableJournal, which says of a damaged one what is still whole."""
    opening: Opening | None = None
    most_turns, end, length, check = 0, None, 0, 0
    inputs: list[tuple[int, str, Input]] = []
    program, cut = "", b""
    for number, line in enumerate(_lines(file), start=1):
        if number == 1:
            _check_beginning(line)
        elif not line.endswith(b"\n") and len(line) <= _LONGEST_LINE:
            cut = line
            break
        try:
            record, check = _read_line(line, check)
            if isinstance(record, Opening) != (number == 1):
                raise ValueError("stands in the wrong place")
            if end is not None and (end.is_final or not isinstance(record, Resumed)):
                raise ValueError("stands behind the end of the game")
            if isinstance(record, TakenBack) and not 0 < record.count <= len(inputs):
                raise ValueError(f"takes back {record.count} throws and answers, and there are {len(inputs)}")
        except (ValueError, _TooLarge) as error:
            raise UnusableJournal(_damaged(number, str(error))) from error
        length += len(line)
        end = record if isinstance(record, End) else None
        if isinstance(record, Opening | Resumed):
            program, most_turns = record.program, record.most_turns
        if isinstance(record, Opening):
            opening = record
        elif isinstance(record, TakenBack):
            del inputs[-record.count :]
        elif isinstance(record, Throw | Answer):
            inputs.append((number, program, record))
    if opening is None:
        raise UnusableJournal("it is empty: no game was begun in it")
    lines, programs, given = zip(*inputs, strict=True) if inputs else ((), (), ())
    return Kept(opening, given, lines, programs, most_turns, end, length, check, cut)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    longest = _LONGEST_FIRST_LINE
    while line := file.readline(longest + 1):
        yield line
        longest = _LONGEST_LINE


def _check_beginning(line: bytes) -> None:
    beginning = _BEGINNING.match(line)
    if beginning is None and not _FIRST_SIGNS.startswith(line[: len(_FIRST_SIGNS)]):
        raise UnusableJournal("it is no journal of a game")
    if beginning is not None and int(beginning[1]) > FORMAT:
        raise UnusableJournal(
            f"it was written by a newer robinson, as a journal of format {int(beginning[1])}; this one reads {FORMAT}"
        )
    if not line.endswith(b"\n") and len(line) <= _LONGEST_FIRST_LINE:
        raise UnusableJournal("it ends within its first line: the game had not begun")


def _damaged(number: int, why: str) -> str:
    message = f"line {number} is damaged: it {why}"
    if number == 1:
        return message
    whole = "line 1 is" if number == 2 else f"lines 1 to {number - 1} are"
    return f"{message}; {whole} whole, and a copy that ends there goes on from there"


def _read_line(line: bytes, check: int) -> tuple[Record, int]:
    """Read a line; give what it says, and the sum with it. Raises ValueError, whose message goes on after "it"."""
    found = _CHECKED.fullmatch(line)
    if found is None:
        raise ValueError("does not end as the lines of a journal do")
    check = zlib.crc32(found[1], check)
    if check != int(found[2], 16):
        raise ValueError("is not what was written, or something before it is missing")
    try:
        values = json.loads(found[1] + b"}")
        return _READ[next(iter(values), "")](values), check
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("does not say what a line of a journal can say") from error


def _write_opening(opening: Opening) -> Mapping[str, Any]:
    return {
        "journal": FORMAT,
        "program": opening.program,
        "begun": opening.begun,
        "board": opening.board,
        "players": [_write_player(player) for player in opening.players],
        "dice": opening.settings.dice,
        "choose": opening.settings.choose,
        "seed": opening.settings.seed,
        "max_turns": opening.most_turns,
        "text": opening.text,
    }


def _write_player(player: Participant) -> Mapping[str, Any]:
    """Write what is known of a player; what is as it is when nothing is said is not there."""
    values = [(each, getattr(player, each.name)) for each in fields(player)]
    return {each.name: value for each, value in values if value != each.default}


_WRITE: Mapping[type[Record], Callable[[Any], Mapping[str, Any]]] = {
    Opening: _write_opening,
    Throw: lambda throw: {"throw": throw.dice, "player": throw.player, "by": throw.by.value, "asked": throw.asked},
    Answer: lambda answer: {
        "answer": answer.answer,
        "player": answer.player,
        "square": answer.square,
        "by": answer.by.value,
        "asked": answer.asked,
    },
    TakenBack: lambda taken: {"take back": taken.count},
    Resumed: lambda resumed: {"resumed": resumed.time, "program": resumed.program, "max_turns": resumed.most_turns},
    End: lambda end: {"end": end.reason, "winner": end.winner},
}


def _read_opening(values: Mapping[str, Any]) -> Opening:
    listed, text = _is(values["players"], list), _is(values["text"], str)
    if len(listed) > MOST_PLAYERS:
        raise _TooLarge(f"has {len(listed):,} players, and a game has {MOST_PLAYERS} at the most")
    if len(text.encode("utf-8", "surrogatepass")) > MAXIMUM_BYTES:
        raise _TooLarge(f"has a board larger than {MAXIMUM_BYTES:,} bytes, which no board is")
    players = tuple(map(_read_player, listed))
    if not players or len({player.name for player in players}) < len(players):
        raise ValueError("players need names that differ")
    dice, choose = values["dice"], values["choose"]
    settings = Settings(
        DICE[DICE.index(dice)] if isinstance(dice, str) else tuple(map(_read_dice, _is(dice, list))),
        CHOOSE[CHOOSE.index(choose)] if isinstance(choose, str) else tuple(_is(each, bool) for each in choose),
        _is(values["seed"], int),
    )
    return Opening(
        _text(values["program"]),
        _text(values["begun"]),
        _is(values["board"], str),
        text,
        players,
        settings,
        _most_turns(values["max_turns"]),
    )


def _most_turns(value: Any) -> int:
    if _is(value, int) > MOST_TURNS:
        raise _TooLarge(f"has more than {MOST_TURNS:,} turns at the most, which no game has")
    return int(value)


def _read_player(values: Any) -> Participant:
    known = {each.name for each in fields(Participant)}
    player = Participant(**{key: value for key, value in _is(values, dict).items() if key in known})
    _text(player.name)
    if player.age is not None:
        _is(player.age, int)
    return player


def _read_dice(values: Any) -> tuple[int, ...]:
    return tuple(_is(die, int) for die in _is(values, list))


def _is(value: Any, kind: type[Value]) -> Value:
    """Give a value back if it is of this kind."""
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def _text(value: Any) -> str:
    """Give a text back if it is one that a terminal prints and does not obey."""
    if any(unicodedata.category(character) == "Cc" for character in _is(value, str)):
        raise ValueError(f"{value!r} has control characters")
    return str(value)


_READ: Mapping[str, Callable[[Mapping[str, Any]], Record]] = {
    "journal": _read_opening,
    "throw": lambda values: Throw(
        _is(values["player"], str), _read_dice(values["throw"]), By(values["by"]), _is(values["asked"], bool)
    ),
    "answer": lambda values: Answer(
        _is(values["player"], str),
        _is(values["square"], int),
        _is(values["answer"], bool),
        By(values["by"]),
        _is(values["asked"], bool),
    ),
    "take back": lambda values: TakenBack(_is(values["take back"], int)),
    "resumed": lambda values: Resumed(
        _text(values["program"]), _text(values["resumed"]), _most_turns(values["max_turns"])
    ),
    "end": lambda values: End(
        REASONS[REASONS.index(values["end"])], None if values["winner"] is None else _text(values["winner"])
    ),
}

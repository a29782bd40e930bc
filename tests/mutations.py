"""Boards, effects and journals with something wrong in them, as hands, editors and other programs get them wrong.

Everything is chosen by a `Random`, so that the same number gives the same text; hypothesis can be that Random too.
"""

import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from support import HERE

NASTY: list[str] = [*json.loads((HERE / "nasty.json").read_text("utf-8")), "9" * 5000]
"""Values that mean something to YAML, to a terminal, to the program or to nobody."""

_KEYS = (
    "name", "squares", "roles", "phrases", "every square", "translates", "accept", "effect", "rule", "story", "differs",
    "1", "12", "45", "1-3",
)  # fmt: skip

_JOINTS = ("and", "or", "not", "if", "then", "otherwise", "may", ";", "\n", "(", ")", ",", "you")

_NASTY_JSON: list[Any] = [
    None, True, 0, 1, -1, 7, 10**9, 10**30, 1.5, [], [1], [[1]], [[]], {}, {"name": "A"}, [{"name": "A"}], [True],
    "", "a", "\0", "\ud83d", "\x1b[31m", "ask", "chance", "person", "won", "stuck", "A" * 20_000, "2024-02-30", "nl",
]  # fmt: skip

_TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]|\s+')


def any_character(random: Random) -> str:
    """Choose a character from anywhere in Unicode, but for surrogates; the first planes more often."""
    plane = random.choice([0x80, 0x100, 0x800, 0x3000, 0xD800, 0x10000, 0x20000, 0xF0000, 0x110000])
    code = random.randrange(plane)
    return "?" if 0xD800 <= code < 0xE000 else chr(code)


def nasty(random: Random) -> str:
    """Choose a value that nobody expects."""
    if random.random() < 0.2:
        return "".join(any_character(random) for _ in range(random.randint(1, 6)))
    return random.choice(NASTY)


def _line_cut(random: Random, lines: list[str]) -> None:
    place = random.randrange(len(lines))
    lines[place] = lines[place][: random.randint(0, len(lines[place]))]


def _line_lost(random: Random, lines: list[str]) -> None:
    start = random.randrange(len(lines))
    del lines[start : start + random.choice([1, 1, 1, 2, 5, 30])]


def _line_doubled(random: Random, lines: list[str]) -> None:
    place = random.randrange(len(lines))
    lines.insert(random.choice([place, random.randint(0, len(lines))]), lines[place])


def _lines_swapped(random: Random, lines: list[str]) -> None:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _line_indented(random: Random, lines: list[str]) -> None:
    place = random.randrange(len(lines))
    before = random.choice(["", " ", "  ", "    ", "\t", "\u00a0", "- "])
    lines[place] = before + lines[place].removeprefix(random.choice(["", " ", "  "]))


def _line_joined(random: Random, lines: list[str]) -> None:
    place = random.randrange(len(lines))
    lines[place : place + 2] = [random.choice(["", " ", ", "]).join(lines[place : place + 2])]


def _key_renamed(random: Random, lines: list[str]) -> None:
    place = random.randrange(len(lines))
    key = random.choice(_KEYS) if random.random() < 0.5 else nasty(random)
    lines[place] = re.sub(r"[^\s:][^:]*(?=:)", lambda _: key, lines[place], count=1)


def _value_replaced(random: Random, lines: list[str]) -> None:
    place = random.randrange(len(lines))
    value = nasty(random)
    lines[place] = re.sub(r"(?<=: ).*$", lambda _: value, lines[place], count=1)


def _something_inserted(random: Random, lines: list[str]) -> None:
    place = random.randrange(len(lines))
    at = random.randint(0, len(lines[place]))
    lines[place] = lines[place][:at] + nasty(random) + lines[place][at:]


def _line_inserted(random: Random, lines: list[str]) -> None:
    lines.insert(random.randint(0, len(lines)), " " * random.choice([0, 0, 2, 4, 6]) + nasty(random))


def _effect_replaced(random: Random, lines: list[str]) -> None:
    places = [place for place, line in enumerate(lines) if "effect: " in line]
    if places:
        place = random.choice(places)
        before, _, effect = lines[place].partition("effect: ")
        lines[place] = f"{before}effect: {mutated_effect(random, effect)}"


_OF_LINES: Sequence[Callable[[Random, list[str]], None]] = (
    _line_cut, _line_lost, _line_doubled, _lines_swapped, _line_indented, _line_joined, _line_inserted, _key_renamed,
    *[_value_replaced] * 3, *[_something_inserted] * 2, *[_effect_replaced] * 2,
)  # fmt: skip


def _bytes_flipped(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 5])):
        if changed:
            byte = random.choice([0, 9, 10, 13, 0x7F, 0x80, 0xC3, 0xFF, random.randrange(256)])
            changed[random.randrange(len(changed))] = byte
    return bytes(changed)


def _cut_off(random: Random, data: bytes) -> bytes:
    return data[: random.randint(0, len(data))]


_OF_BYTES: Sequence[Callable[[Random, bytes], bytes]] = (
    _bytes_flipped,
    _cut_off,
    lambda _, data: b"\xef\xbb\xbf" + data,
    lambda _, data: data.replace(b"\n", b"\r\n"),
    lambda _, data: data.replace(b"\n", b"\r"),
    lambda _, data: data.decode("utf-8", "replace").encode("utf-16"),
    lambda _, data: data.decode("utf-8", "replace").replace("\n", "\u2028").encode(),
    lambda random, data: data.replace(b": ", random.choice([b":", b" : ", b":\t", b":  "]), 3),
)


def mutated_board(random: Random, text: str) -> bytes:
    """Put one thing or several wrong in a board file."""
    lines = text.split("\n")
    for _ in range(random.choice([0, 1, 1, 1, 2, 3, 8])):
        random.choice(_OF_LINES)(random, lines)
        lines = lines or [""]
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    if random.random() < 0.2:
        data = random.choice(_OF_BYTES)(random, data)
    return data


def mutated_effect(random: Random, text: str) -> str:
    """Delete, double, swap and replace words of an effect, or write something else."""
    if random.random() < 0.05:
        return "".join(any_character(random) for _ in range(random.randint(1, 30)))
    tokens = _TOKEN.findall(text) or ["win"]
    for _ in range(random.choice([1, 1, 2, 3, 6])):
        place, other = random.randrange(len(tokens)), random.randrange(len(tokens))
        match random.randrange(8):
            case 0:
                del tokens[place]
            case 1:
                tokens.insert(place, tokens[other])
            case 2:
                tokens[place], tokens[other] = tokens[other], tokens[place]
            case 3:
                tokens[place] = nasty(random)
            case 4:
                tokens.insert(place, nasty(random))
            case 5:
                tokens[place] = random.choice([str.upper, str.title, str.swapcase])(tokens[place])
            case 6:
                tokens.insert(place, random.choice(_JOINTS))
            case _:
                tokens[place] = tokens[place][: random.randint(0, len(tokens[place]))] + any_character(random)
        tokens = tokens or [""]
    return "".join(tokens)


def mutated_journal(random: Random, data: bytes) -> bytes:
    """Put something wrong in a journal, mostly with sums that fit: as a program would that knows how to make them."""
    if random.random() < 0.25:
        return random.choice(_OF_BYTES)(random, data)
    records = [json.loads(line) for line in data.splitlines()]
    change = random.choice([_another_game, _another_game, _other_records])
    for _ in range(random.choice([1, 1, 2, 4])):
        if records:
            change(random, records)
    return b"".join(_summed(records))


def _another_game(random: Random, records: list[Any]) -> None:
    """Change what a journal says into something else that one could say."""
    place = random.randrange(len(records))
    record = records[place]
    if "throw" in record:
        record["throw"] = [random.randint(0, 7) for _ in record["throw"]]
    elif "answer" in record:
        record["answer"] = not record["answer"]
    elif "journal" in record and isinstance(record.get("text"), str):
        lines = record["text"].split("\n")
        _effect_replaced(random, lines)
        record["text"] = "\n".join(lines)
    match random.randrange(6):
        case 0:
            del records[place + 1 :]
        case 1:
            records.insert(place + 1, {"take back": random.randint(0, 3)})
        case 2:
            time = "2024-01-01T12:00:00+00:00"
            records.append({"resumed": time, "program": "0.1.0", "max_turns": random.randint(0, 9)})
        case 3:
            reason = random.choice(["won", "stuck", "turn limit", "script ended"])
            records.append({"end": reason, "winner": None})


def _other_records(random: Random, records: list[Any]) -> None:
    """Change a journal into something that none could be."""
    place = random.randrange(len(records)) if random.random() < 0.6 else 0
    match random.randrange(6):
        case 0:
            del records[place]
        case 1:
            records.insert(random.randint(0, len(records)), records[place])
        case 2 if records[place]:
            records[place].pop(random.choice(list(records[place])))
        case 3 if isinstance(records[place].get("text"), str):
            records[place]["text"] = mutated_board(random, records[place]["text"]).decode("utf-8", "replace")
        case _:
            _change_value(random, records[place])


def _change_value(random: Random, record: dict[str, Any]) -> None:
    if not record:
        return
    key = random.choice(list(record))
    value = nasty(random) if random.random() < 0.4 else random.choice(_NASTY_JSON)
    inner = record[key]
    if isinstance(inner, list) and inner and random.random() < 0.7:
        each = random.randrange(len(inner))
        if isinstance(inner[each], dict) and random.random() < 0.7:
            _change_value(random, inner[each])
        else:
            inner[each] = value
    else:
        record[key] = value


def _summed(records: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
    check = 0
    for record in records:
        body = json.dumps({key: value for key, value in record.items() if key != "check"}, ensure_ascii=False)
        written = body.encode("utf-8", "backslashreplace")[:-1]
        check = zlib.crc32(written, check)
        yield b'%s, "check": "%08x"}\n' % (written, check)

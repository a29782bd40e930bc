"""Journals as they fail: cut short, damaged, killed, without space, and written by two."""

import errno
import io
import json
import os
import signal
import stat
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kept import ASKED, Listener, go_on_in, inputs_of, opening, play_in, watched
from support import small_board

from interpreter.events import Event
from interpreter.inputs import Answer, By, Input, Settings, TakenBack, Throw
from interpreter.journal import End, Kept, Opening, Record, Resumed, UnusableJournal, line_of, read_journal
from interpreter.keeping import Journal, is_in_use, open_kept, open_new, read_kept
from interpreter.state import Participant

PLAYERS = [Participant("Anna", 8), Participant("ברם")]
SEED = 34
BOARD = small_board({2: "may go to 4", 3: "pay 1 to the pot", 6: "take the rest of the pot; win"}, last=6)
EVENTS = watched(BOARD, PLAYERS, SEED)
TYPED = inputs_of(BOARD, PLAYERS, SEED)


@pytest.fixture(autouse=True)
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Do not wait for the disk, since the power does not fail in a test; keep how long files were when others would."""
    lengths: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: lengths.append(os.fstat(file).st_size))
    return lengths


def text_of(*records: Record) -> bytes:
    """Write a journal."""
    data, check = b"", 0
    for record in records:
        line, check = line_of(record, check)
        data += line
    return data


def read(data: bytes) -> Kept:
    return read_journal(io.BytesIO(data))


def refusal(data: bytes) -> str:
    with pytest.raises(UnusableJournal) as error:
        read(data)
    return str(error.value)


BEGUN = opening(BOARD, PLAYERS)
WHOLE = text_of(BEGUN, *TYPED, End("won", "Anna"))
FIRST = WHOLE.index(b"\n") + 1


def test_the_game_by_which_all_this_is_tried_has_all_that_a_game_can_have() -> None:
    assert {type(given) for given in TYPED} == {Throw, Answer}
    assert 6 <= len(TYPED) <= 20


names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=9)
any_throw = st.builds(
    Throw, names, st.lists(st.integers(1, 99), min_size=1, max_size=3).map(tuple), st.sampled_from(By), st.booleans()
)
any_answer = st.builds(Answer, names, st.integers(1, 99), st.booleans(), st.sampled_from(By), st.booleans())
any_opening = st.builds(
    Opening,
    names,
    names,
    st.one_of(names, st.just(os.fsdecode(b"/bo\xff\xfeard.yaml"))),
    names,
    st.dictionaries(names, st.none() | st.integers(0, 150), min_size=1).map(
        lambda ages: tuple(Participant(*each) for each in ages.items())
    ),
    st.builds(
        Settings,
        st.sampled_from(["chance", "ask"]) | st.lists(st.tuples(st.integers(1, 6)), max_size=3).map(tuple),
        st.sampled_from(["ask", "race", "random"]) | st.lists(st.booleans(), max_size=3).map(tuple),
        st.integers(0, 2**64),
    ),
    st.integers(1, 10**6),
)


@given(any_opening, st.lists(any_throw | any_answer, max_size=6), st.data())
def test_what_is_written_is_read(begun: Opening, inputs: list[Input], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(inputs)))
    back = [TakenBack(count)] if count else []
    resumed = Resumed("2", "now", 77)
    kept = read(text_of(begun, *inputs, *back, resumed, *inputs, End("all out", None)))
    left = inputs[: len(inputs) - count]
    assert kept.opening == begun
    assert kept.inputs == (*left, *inputs)
    assert kept.lines == (
        *range(2, 2 + len(left)),
        *range(3 + len(inputs) + len(back), 3 + 2 * len(inputs) + len(back)),
    )
    assert (kept.most_turns, kept.end, kept.cut, kept.is_finished) == (77, End("all out", None), b"", True)


def test_a_journal_is_json_lines_in_utf_8_and_begins_with_its_format() -> None:
    lines = [json.loads(line) for line in WHOLE.decode("utf-8").split("\n")[:-1]]
    assert list(lines[0]) == [
        "journal", "program", "begun", "board", "players", "dice", "choose", "seed", "max_turns", "text", "check",
    ]  # fmt: skip
    assert (lines[0]["journal"], lines[0]["text"]) == (1, BOARD.source.text)
    assert lines[0]["players"] == [{"name": "Anna", "age": 8}, {"name": "ברם"}]
    assert "ברם".encode() in WHOLE
    throw = next(line for line in lines if "throw" in line)
    assert throw | {"throw": [], "check": ""} == {
        "throw": [], "player": "Anna", "by": "person", "asked": True, "check": "",
    }  # fmt: skip


def test_cut_short_at_every_byte_it_goes_on_to_the_same_end_or_says_why_not(tmp_path: Path) -> None:
    goes_on: dict[int, bytes] = {}
    for length in range(len(WHOLE)):
        data = WHOLE[:length]
        if length == 0:
            assert refusal(data) == "it is empty: no game was begun in it"
        elif length < FIRST:
            assert refusal(data) == "it ends within its first line: the game had not begun"
        else:
            kept = read(data)
            assert kept.length + len(kept.cut) == length
            assert kept.inputs == tuple(TYPED[: data.count(b"\n") - 1])
            goes_on[data.count(b"\n")] = data  # the longest of those with so many whole lines
    assert len(goes_on) == len(TYPED) + 1
    for data in goes_on.values():
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data)
        listener = Listener()
        go_on_in(path, BOARD, TYPED, listener)
        assert listener.known == EVENTS
        assert path.read_bytes() == WHOLE, "what was cut short is gone, and the rest is as it would have been"


def test_whatever_is_changed_in_it_is_noticed() -> None:
    for place in [*range(0, FIRST, 41), *range(FIRST, len(WHOLE) - 1)]:
        for changed in (WHOLE[place] ^ 1, 0, 10):
            if changed != WHOLE[place]:
                message = refusal(WHOLE[:place] + bytes([changed]) + WHOLE[place + 1 :])
                number = WHOLE.count(b"\n", 0, place) + 1
                if place < len('{"journal": 1, '):
                    assert message.startswith(("it is no journal", "it was written by a newer", "line 1 is damaged"))
                else:
                    assert f"line {number} is damaged" in message


def test_a_line_that_is_missing_doubled_or_moved_is_noticed() -> None:
    lines = WHOLE.split(b"\n")[:-1]
    for place in range(1, len(lines) - 1):
        missing = [*lines[:place], *lines[place + 1 :]]
        doubled = [*lines[: place + 1], *lines[place:]]
        moved = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        for changed, number in ((missing, place + 1), (doubled, place + 2), (moved, place + 1)):
            message = refusal(b"\n".join(changed) + b"\n")
            assert f"line {number} is damaged: it is not what was written, or something before it is missing" in message
    assert "; line 1 is whole, and a copy that ends there goes on from there" in refusal(lines[0] + b"\n{}\n")
    assert "; lines 1 to 2 are whole," in refusal(b"\n".join(lines[:2]) + b"\nnot a line\n")


def test_lines_behind_the_end_are_noticed_unless_the_game_went_on() -> None:
    one, again = TYPED[0], Resumed("1", "later", 5)
    assert "line 3 is damaged: it stands behind the end of the game" in refusal(text_of(BEGUN, End("won", "Anna"), one))
    assert "line 3 is damaged" in refusal(text_of(BEGUN, End("won", "Anna"), again))
    assert "line 3 is damaged" in refusal(text_of(BEGUN, End("turn limit", None), one))
    kept = read(text_of(BEGUN, End("script ended", None), again, one))
    assert (kept.inputs, kept.end, kept.most_turns) == ((one,), None, 5)


def test_lines_that_no_game_can_have_are_noticed() -> None:
    one = TYPED[0]
    assert "line 2 is damaged: it stands in the wrong place" in refusal(text_of(BEGUN, BEGUN))
    assert "takes back 2 throws and answers, and there are 1" in refusal(text_of(BEGUN, one, TakenBack(2)))
    assert "takes back 0 throws and answers, and there are 1" in refusal(text_of(BEGUN, one, TakenBack(0)))


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        '{"throw": 3}',
        '{"throw": [true], "player": "Anna", "by": "person", "asked": true}',
        '{"end": []}',
        '{"unknown": 1}',
        '{"end": "lost", "winner": null}',
        '{"end": "won", "winner": "\\u001b[2J"}',
        "1",
    ],
)
def test_lines_that_say_nothing_are_noticed(line: str) -> None:
    first, check = line_of(BEGUN)
    body = line[:-1].encode()
    data = first + b'%s, "check": "%08x"}\n' % (body, zlib.crc32(body, check))
    assert "line 2 is damaged: it does not say what a line of a journal can say" in refusal(data)


def test_files_that_are_no_journals() -> None:
    for data in (b"\0" * 50_000_000, b"\xff\xfe{", b"name: Robinson\n", b'{"event": "begin"}\n', b"{}\n", b"\n"):
        assert refusal(data) == "it is no journal of a game"
    newer = WHOLE.replace(b'{"journal": 1, ', b'{"journal": 2, ', 1)
    assert refusal(newer) == "it was written by a newer robinson, as a journal of format 2; this one reads 1"
    assert "line 1 is damaged" in refusal(b'{"journal": 1, ' + b"x" * 9_000_000)
    assert "is damaged: it does not end as" in refusal(WHOLE[:FIRST] + b"x" * 60_000_000)


def test_what_stands_at_a_path_and_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, why in (
        ("", "is a directory"),
        ("pipe", "it is no file that a journal can be kept in"),
        ("loop", "too many levels of symbolic links"),
        ("nothing", "no such file or directory"),
    ):
        with pytest.raises(UnusableJournal, match=why):
            open_kept(tmp_path / name)
    with pytest.raises(UnusableJournal, match="is a directory"):
        open_new(tmp_path)
    with pytest.raises(UnusableJournal, match="no such file or directory"):
        open_new(tmp_path / "nothing" / "game.jsonl")
    with pytest.raises(UnusableJournal, match="no file that a journal can be kept in"):
        open_new(Path("/dev/full"))


def test_a_new_game_never_writes_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("precious")
    with pytest.raises(UnusableJournal, match="there is such a file already"):
        open_new(path)
    assert path.read_text() == "precious"
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    open_new(empty).close()


def test_two_programs_cannot_write_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = open_new(path)
    journal.append(BEGUN)
    assert is_in_use(path)
    for opened in (open_kept, open_new):
        with pytest.raises(UnusableJournal, match="another robinson is playing this game"):
            opened(path)
    assert read_kept(path).opening == BEGUN, "others can read it"
    journal.close()
    assert not is_in_use(path)
    again, kept = open_kept(path)
    assert (kept.opening, kept.inputs) == (BEGUN, ())
    again.close()


def killed_at(path: Path, event: int) -> None:
    """Play in another process, which is killed when so many events have been told."""
    process = os.fork()
    if process == 0:
        try:

            def maybe_die(_: Event) -> None:
                if len(listener.told) == event:
                    os.kill(os.getpid(), signal.SIGKILL)

            listener = Listener(maybe_die)
            play_in(path, BOARD, PLAYERS, TYPED, listener)
        finally:
            os._exit(1)
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL


def test_killed_at_every_event_it_goes_on_to_the_same_end(tmp_path: Path) -> None:
    for event in range(1, len(EVENTS) + 1):
        path = tmp_path / f"{event}.jsonl"
        killed_at(path, event)
        listener = Listener()
        kept = go_on_in(path, BOARD, TYPED, listener)
        assert kept.cut == b""
        assert listener.known == EVENTS
        throws = sum(each.kind in ("roll", "answer") for each in EVENTS[:event])
        assert len(kept.inputs) == throws, "all that had come of something was kept, and nothing else"


class Disk:
    """Lets a program write so many bytes in all, and then fails as a full disk does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int, broken: Sequence[str] = ()) -> None:
        self.room = room
        self.write = os.write
        monkeypatch.setattr(os, "write", self._write)
        for name in broken:
            monkeypatch.setattr(os, name, self._fail)

    def _write(self, file: int, data: bytes) -> int:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            return self.write(file, data)
        if self.room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = self.write(file, data[: self.room])
        self.room -= written
        return written

    def _fail(self, *_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


class Reports:
    """Plays with a journal that says what is the matter with it."""

    def __init__(self, path: Path, each: Callable[[Journal], None] = lambda _: None) -> None:
        self.said: list[str] = []
        self.journal = open_new(path)
        self.journal.report = self._report
        for record in (BEGUN, *TYPED, End("won", "Anna")):
            self.journal.append(record)
            each(self.journal)
        self.journal.close()

    def _report(self, journal: Journal) -> None:
        self.said.append("kept" if journal.failure is None else str(journal.failure.strerror))


@pytest.mark.parametrize("broken", [(), ("ftruncate",)])
def test_without_space_from_any_byte_on_what_was_kept_is_whole(
    tmp_path: Path, broken: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in [*range(FIRST - 2, len(WHOLE), 3), 0]:
        path = tmp_path / f"{room}.jsonl"
        with monkeypatch.context() as patch:
            Disk(patch, room, broken)
            played = Reports(path)
        assert played.said == [os.strerror(errno.ENOSPC)], "it is said once"
        whole = WHOLE[:room].count(b"\n")
        assert played.journal.unkept == len(TYPED) + 2 - whole
        assert played.journal.is_begun == (whole > 0)
        if whole:
            kept = read_kept(path)
            assert kept.inputs == tuple(TYPED[: whole - 1])
            assert broken or kept.cut == b""
            if room % 17 == 0:
                listener = Listener()
                go_on_in(path, BOARD, TYPED, listener)
                assert listener.known == EVENTS
                assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("broken", ["write", "fsync", "ftruncate and write"])
def test_when_there_is_space_again_nothing_is_missing(
    tmp_path: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, len(TYPED)):
        with monkeypatch.context() as patch:
            room = len(text_of(BEGUN, *TYPED[: number - 1])) + 20
            disk = Disk(patch, 10**9 if broken == "fsync" else room, ["fsync"] if broken == "fsync" else [])
            if broken.startswith("ftruncate"):
                patch.setattr(os, "ftruncate", disk._fail)

            def repair(journal: Journal, patch: pytest.MonkeyPatch = patch, number: int = number) -> None:
                if journal.unkept == (number if broken == "fsync" else 2):
                    patch.undo()

            played = Reports(tmp_path / f"{broken}-{number}.jsonl", repair)
        assert played.said[-1] == "kept"
        assert len(played.said) == 2
        assert (played.journal.unkept, played.journal.failure) == (0, None)
        assert played.journal.path.read_bytes() == WHOLE


def test_each_line_is_on_the_disk_before_anything_comes_of_it(tmp_path: Path, synced: list[int]) -> None:
    journal = open_new(tmp_path / "game.jsonl")
    for number, record in enumerate((BEGUN, *TYPED), start=1):
        journal.append(record)
        assert synced[-1] == len(text_of(BEGUN, *TYPED[: number - 1]))
    journal.close()


def test_a_journal_that_is_deleted_while_it_is_written_is_no_journal_any_more(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = open_new(path)
    journal.append(BEGUN)
    path.unlink()
    journal.append(TYPED[0])
    assert journal.failure is not None
    assert journal.failure.strerror == "the file has been deleted"


def test_settings_are_those_of_the_game(tmp_path: Path) -> None:
    assert read(WHOLE).opening.settings == ASKED


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", []),
        ("players", [{"name": "Anna"}, {"name": "Anna"}]),
        ("players", [{"name": "\x1b[2J"}]),
        ("players", [{"name": "Anna", "age": "8"}]),
        ("players", [{"age": 8}]),
        ("dice", "loaded"),
        ("dice", [["6"]]),
        ("choose", "always"),
        ("choose", [1]),
        ("seed", None),
        ("max_turns", "5"),
        ("text", None),
        ("begun", "\x07"),
    ],
)
def test_a_first_line_that_begins_no_game_is_noticed(key: str, value: object) -> None:
    assert refusal(forged(key, value)) == "line 1 is damaged: it does not say what a line of a journal can say"


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("players", [{"name": str(number)} for number in range(20_000)],
         "has 20,000 players, and a game has 99 at the most"),
        ("max_turns", 1_000_001, "has more than 1,000,000 turns at the most, which no game has"),
        ("text", "#" * 1_000_001, "has a board larger than 1,000,000 bytes, which no board is"),
    ],
)  # fmt: skip
def test_a_first_line_with_more_than_a_game_can_have_is_noticed(key: str, value: object, reason: str) -> None:
    assert refusal(forged(key, value)) == f"line 1 is damaged: it {reason}"


def forged(key: str, value: object) -> bytes:
    """Write a first line with another value, and the sum that fits it."""
    values = {**json.loads(WHOLE[:FIRST]), key: value}
    values.pop("check")
    body = json.dumps(values).encode()[:-1]
    return b'%s, "check": "%08x"}\n' % (body, zlib.crc32(body))

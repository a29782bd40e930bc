"""Files made to be slow: how much time and memory the commands take that read them.

Run it as `python -m benchmarks.bounds`. A file is a place in a board or a sheet, filled up to a size with one text
again and again. What takes longer than it may is printed; `--all` prints everything.
"""

import os
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter

import click

import cli
from interpreter.source import SHIPPED

LIMITS: Mapping[int, tuple[float, int]] = {100_000: (5, 500), 1_000_000: (20, 500)}
"""For files of so many bytes, the seconds of processor time and the megabytes that a command may take."""

STOPPED_AFTER = 5
"""How many times longer than it may a command can take before it is stopped."""

_PHRASES = (SHIPPED / "docs" / "phrases.yaml").read_text("utf-8")
_LAST = 999

FILLINGS: Mapping[str, str] = {
    "a letter": "x ",
    "a long word": "x",
    "two scripts": "aб ",
    "a word": "ab ",
    "numbers of squares": "Sq 99 ",
    "numbers": "2 ",
    "hidden": "\u200b",
    "marks": "\u200e",
    "isolates": "\u2066",
    "closed isolates": "\u2066\u2069",
    "joiners": "\u200d",
    "accents": "\u0301",
    "letters with accents": "e\u0301 ",
    "vowel points": "\u05b8",
    "dashes": "– ",
    "hyphens": "-",
    "sentences": "Ab. ",
    "full stops": ".",
    "quotation marks": '" ',
    "apostrophes": "' ",
    "brackets": "( ",
    "guillemets": "« ",
    "closing": ") ",
    "ends of brackets": "()",
    "curly": "{ ",
    "placeholders": "{x} ",
    "fractions": "1/2 ",
    "signs of fractions": "¼",
    "digits of scripts": "1١ ",
    "digits": "1",
    "permission": "niet x x x x x ",
    "may": "mag ",
    "count": "een fiche ",
    "three": "drie ",
    "tens": "eenentwintig ",
    "wide": "四",
    "wide letters": "四 ",
    "spaces": " ",
    "unusual spaces": "\u00a0",
    "commas": ", ",
    "backslashes": "\\ ",
    "tabs": "\t",
    "soft hyphens": "\u00ad",
    "remarks": "# ",
    "translate": "# translate ",
    "case": "İ",
    "ligatures": "ﷺ",
    "Sq": "Sq ",
    "sharp": "ß",
    "rare": "𐀀",
    "colons": ": ",
    "Hebrew": "א\u05b8",
    "prefixes": "ו",
    "rule": "Betaal 3 fiches aan de pot. ",
    "joined": "Betaal 3 fiches aan de pot en ",
    "role": "Vrijdag ",
    "semicolons": "; ",
    "win": "win; ",
    "wins": "win and ",
    "pay": "pay 3 to the pot; ",
    "may again": "may ",
    "next": "next turn, ",
    "unknown": "betaal ",
    "not": "not ( ",
    "ors": "someone is on 1 or ",
    "quoted": 'say "x"; ',
    "empty": '"" ',
    "lines": "x\n",
    "empty lines": "\n",
    "win lines": "win\n",
    "whenever": "whenever you pay the pot, win; ",
    "if": "if someone is here then ",
    "then": "then ",
    "goes": "go to 5; ",
    "forward": "go forward 1; ",
    "on": "go on by your throw; ",
}


def filled(filling: str, size: int) -> str:
    """Write one text again and again."""
    return filling * (size // len(filling.encode()))


def quoted(text: str) -> str:
    """Write a text as YAML reads it back, whatever is in it."""
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    return f'"{"".join(signs.get(sign, sign) for sign in text)}"'


def board(squares: str = "  1: One.\n  2:\n    story: Two.\n    rule: Klaar.\n    effect: win\n", **header: str) -> str:
    """Write a board in a language of which words and sentences are known."""
    keys = {"name": "B", "language": "nl", "label": "Sq", "dice": "1d6", "stake": "10", "intro": "Regels."} | header
    every = keys.pop("every", "")
    lines = [f"{key.replace('_', ' ')}: {value}\n" for key, value in keys.items()]
    return "".join(lines) + f"roles:\n  friday: Vrijdag\n{_PHRASES}\n{every}squares:\n{squares}"


def _square(key: str, text: str) -> str:
    texts = {"story": "Two.", "rule": "Klaar.", "effect": "win"} | {key: text}
    return "  1: One.\n  2:\n" + "".join(f"    {key}: {text}\n" for key, text in texts.items())


def _block(text: str, indent: str) -> str:
    return "|\n" + "".join(f"{indent}{line}\n" for line in text.split("\n"))


def _many(text: str, key: str, least: int = 60) -> str:
    """Share out a text over as many squares as a board can have, or fewer of some length."""
    length = max(len(text) // _LAST, least)
    parts = [text[place : place + length] for place in range(0, len(text), length)][:_LAST]
    squares = ""
    for number, part in enumerate(parts, start=1):
        texts = {"story": f"Vak {number}.", "rule": "Klaar.", "effect": "win"}
        texts[key] = _block(part, "      ").removesuffix("\n") if key == "effect" else quoted(part)
        squares += f"  {number}:\n" + "".join(f"    {each}: {text}\n" for each, text in texts.items())
    return squares


PLACES: Mapping[str, Callable[[str], str]] = {
    "name": lambda text: board(name=quoted(text)),
    "language": lambda text: board(language=quoted(text)),
    "translates": lambda text: board(translates=quoted(text)),
    "dice": lambda text: board(dice=quoted(text)),
    "landing": lambda text: board(landing=quoted(text)),
    "label": lambda text: board(label=quoted(text)),
    "intro": lambda text: board(intro=quoted(text)),
    "intro block": lambda text: board(intro=_block(text, "  ")),
    "role": lambda text: board().replace("Vrijdag", quoted(text), 1),
    "key of a role": lambda text: board().replace("friday", quoted(text), 1),
    "reason": lambda text: board(accept=f"\n  wording: {quoted(text)}"),
    "code": lambda text: board(accept=f"\n  {quoted(text)}: x"),
    "key": lambda text: f"{quoted(text)}: x\n" + board(),
    "remark": lambda text: "".join(f"# {line}\n" for line in text.split("\n")) + board(),
    "remark behind a text": lambda text: board(name=f"x # {text}"),
    "phrase": lambda text: board().replace("  begin:", f"  begin: {quoted(text)}\n  stop:", 1),
    "words": lambda text: board().replace("  yes:", f"  yes: {quoted(text)}\n  stop:", 1),
    "form": lambda text: board().replace("chips:\n", f"chips:\n    {quoted(text)}: x\n", 1),
    "rule of every square": lambda text: board(every=f"every square:\n  rule: {quoted(text)}\n  effect: win\n"),
    "effect of every square": lambda text: board(
        "".join(f"  {number}: x\n" for number in range(1, _LAST + 1)),
        every=f"every square:\n  rule: x\n  effect: {_block(text, '    ')}",
    ),
    "except": lambda text: board(every=f"every square:\n  rule: x\n  effect: win\n  except: {quoted(text)}\n"),
    "story": lambda text: board(_square("story", quoted(text))),
    "begun story": lambda text: board(_square("story", quoted(f"{text} y"))),
    "begun rule": lambda text: board(_square("rule", quoted(f"{text} y"))),
    "plain story": lambda text: board(f"  1: x{text}\n"),
    "story of many": lambda text: board(f"  1-{_LAST}: {quoted(text)}\n"),
    "stories": lambda text: board(_many(text, "story")),
    "rule": lambda text: board(_square("rule", quoted(text))),
    "rules": lambda text: board(_many(text, "rule")),
    "rules of 900 letters": lambda text: board(_many(text, "rule", 900)),
    "effect": lambda text: board(_square("effect", _block(text, "      "))),
    "quoted effect": lambda text: board(_square("effect", quoted(text))),
    "effect of many": lambda text: board(
        f"  1-{_LAST}:\n    story: x\n    rule: x\n    effect: {_block(text, '      ')}"
    ),
    "effects": lambda text: board(_many(text, "effect")),
    "said": lambda text: board(_square("effect", f"'say \"{text}\"'")),
    "differs": lambda text: board(_square("differs", quoted(text))),
    "key of a square": lambda text: board(f"  1: x\n  {quoted(text)}: x\n"),
    "key in a square": lambda text: board(f"  1:\n    story: x\n    {quoted(text)}: x\n"),
    "no keys": lambda text: text,
    "open quotation mark": lambda text: f'name: "{text}',
}

SHEETS: Mapping[str, Callable[[str], str]] = {
    "sheet": lambda text: text,
    "sheet: rules": lambda text: f"{text}\nSq 1: One.\nSq 2: Two.\n",
    "sheet: square": lambda text: f"Rules.\nSq 1: One. {text}\nSq 2: Two.\n",
    "sheet: lines": lambda text: (
        "Rules.\n" + "".join(f"Sq {n % 999 + 1}: {text[n : n + 20]}\n" for n in range(len(text) // 30))
    ),
    "sheet: below": lambda text: f"Rules.\nSq 1: One.\n{text}\nSq 2: Two.\n",
}


def _special(size: int) -> Iterator[tuple[str, str]]:
    """Write files of which more than one text differs."""

    def counted(text: str) -> str:
        width = len(text.format(0)) + 4
        return "".join(text.format(number) for number in range(size // width))

    yield "many keys", counted("a{}: b\n") + board()
    yield "many lists", counted("a{}: [b]\n") + board()
    yield "many duplicate keys", filled("a: b\n", size) + board()
    yield "many codes", board(accept="\n" + counted("  a{}: b\n").rstrip("\n"))
    yield "many roles", board().replace("  friday: Vrijdag\n", counted("  {}: b\n"))
    letters = "".join(f"  {_letters(n)}: b\n" for n in range(size // 11))
    yield "many good roles", board().replace("  friday: Vrijdag\n", letters)
    yield (
        "many good roles and rules",
        board(
            "".join(f"  {n}:\n    rule: x\n    effect: your {_letters(n)} pays 1 to the pot\n" for n in range(1, 400))
        ).replace("  friday: Vrijdag\n", letters),
    )
    yield "many phrases", board().replace("  begin:", counted("  p{}: b\n") + "  begin:", 1)
    yield "many forms", board().replace("chips:\n", "chips:\n" + counted("    {0}: b\n"), 1)
    yield "a form of many", board().replace("chips:\n", "chips:\n    " + counted("{},") + "1: b\n", 1)
    yield "many squares", board(counted("  {}: b\n"))
    yield "many bad squares", board(counted("  x{}: b\n"))
    yield "many keys in a square", board("  1:\n" + counted("    a{}: b\n"))
    yield "many codes in a square", board("  1:\n    accept:\n" + counted("      a{}: b\n"))
    yield "keys of all squares", board(filled("1-999,", size).join(['  "', '1": x\n']))
    yield "many keys of all squares", board("".join(f'  "1-999{" " * n}": x\n' for n in range(int((2 * size) ** 0.5))))
    yield "squares by comma", board(filled("1,", size).join(['  "', '1": x\n']))
    yield "numbers by comma", board(counted("{},").join(['  "', '1": x\n']))
    yield "all spared", board(every=f'every square:\n  rule: x\n  effect: win\n  except: "{filled("1-999,", size)}1"\n')
    yield "spared by one", board(every=f'every square:\n  rule: x\n  effect: win\n  except: "{counted("{},")}1"\n')
    rules = [
        f"    rule: {' '.join(_letters(n * 7 + k) for k in range(max(size // _LAST // 9, 3)))}\n" for n in range(_LAST)
    ]
    alike = "".join(f"  {n}:\n    story: x\n{rule}    effect: win\n" for n, rule in enumerate(rules, start=1))
    yield "words that all differ", board(alike)
    pays = "".join(
        f"  {n}:\n    story: x\n    rule: Betaal 3 {_letters(n * 7919)}\n    effect: pay 3 to the pot\n"
        for n in range(1, 999)
    )
    yield "chips that all differ", board(pays)
    circle = "".join(f"  {n}:\n    rule: x\n    effect: go to {n % 999 + 1}\n" for n in range(1, 1000))
    yield "one circle", board(circle)
    maze = "".join(
        f"  {n}:\n    rule: x\n    effect: may go to {n % 999 + 1}; may go to {(n + 1) % 999 + 1}\n"
        for n in range(1, 1000)
    )
    yield "many circles", board(maze)
    targets = "; ".join(f"may go to {n}" for n in range(1, 1000))
    yield "all to all", board(f"  1-999:\n    rule: x\n    effect: {targets[: size // 2]}\n")
    ways = range(1, max(size // 17000, 2))
    net = {n: "; ".join(f"may go to {(n * way) % 999 + 1}" for way in ways) for n in range(1, 1000)}
    yield "a net", board("".join(f"  {n}:\n    rule: x\n    effect: {effect}\n" for n, effect in net.items()))
    going = "".join(f"  {n}: x\n" for n in range(1, 999)) + "  999:\n    rule: x\n    effect: win\n"
    for dice in ("10d100", "2d6", "1d100"):
        every = "every square:\n  rule: x\n  effect: go on by your throw\n"
        yield f"going on by {dice}", board(going, dice=dice, every=every)
        own = "".join(f"  {n}:\n    rule: x\n    effect: go on by your throw\n" for n in range(1, 999))
        yield f"going on by {dice}, each", board(own + "  999: y\n", dice=dice)
        moves = "everyone goes forward 1; everyone goes back 2; swap places with the player on 7"
        every = f"every square:\n  rule: x\n  effect: {moves}\n"
        yield f"moving all by {dice}", board(going, dice=dice, every=every)
    steps = "".join(
        f"  {n}:\n    rule: x\n    effect: everyone goes forward {n}; everyone goes back {n}\n" for n in range(1, 1000)
    )
    yield "steps of all", board(steps)
    rolled = "; ".join(
        f"if you rolled {' and '.join(str(k % 6 + 1) for k in range(10))} then win" for _ in range(size // 60)
    )
    yield "dice by each", board(_square("effect", rolled), dice="10d6")
    conditions = " or ".join(f"someone is on {k}" for k in range(1, 29))
    yield "conditions", board(_square("effect", _block(filled(f"if {conditions} then win\n", size), "      ")))
    brackets = "if " + "not ( " * 60 + "someone is here" + " )" * 60 + " then win\n"
    yield "brackets", board(_square("effect", _block(filled(brackets, size), "      ")))
    ands = (
        "if " + " and ".join(f"(you rolled {k % 6 + 1} or not someone is on {k})" for k in range(1, 15)) + " then win\n"
    )
    yield "ands and ors", board(_square("effect", _block(filled(ands, size), "      ")))
    several = " and ".join(f"pay {k} to the pot" for k in range(1, 25)) + "\n"
    yield "several", board(_square("effect", _block(filled(several, size), "      ")))
    chained = "next turn, " * 50 + "may win\n"
    yield "next turns", board(_square("effect", _block(filled(chained, size), "      ")))
    otherwise = "if someone is here then win otherwise " * 15 + "win\n"
    yield "otherwise", board(_square("effect", _block(filled(otherwise, size), "      ")))
    yield (
        "statements of every square",
        board(
            "".join(f"  {n}: x\n" for n in range(1, 1000)),
            every=f"every square:\n  rule: x\n  effect: {_block(filled('go forward 1' + chr(10), size), '    ')}",
        ),
    )
    yield "deep list", "a: " + filled("[", size)
    yield "deep map", "a: " + filled("{", size)
    yield "deep map with keys", "a: " + filled("{a: ", size)
    yield "questions", filled("? ", size)
    yield "dashes", filled("- ", size)
    yield "wide list", "a: [" + filled("x, ", size) + "]\n" + board()
    yield "wide map", "a: {" + filled("x, ", size) + "}\n" + board()
    yield "anchors", counted("a{0}: &a{0} b\n") + board()
    yield "aliases", "a: &a b\n" + counted("a{}: *a\n") + board()
    yield "tags", counted("a{}: !!x b\n") + board()
    yield "documents", filled("---\n", size)
    yield "directives", filled("%YAML 1.1\n", size)
    yield "documents with text", filled("--- x\n", size)
    yield "tabs", filled("\t", size)
    yield "deep by lines", "".join(f"{' ' * n}a:\n" for n in range(int((2 * size) ** 0.5)))
    yield "empty keys", filled(":\n", size)
    yield "empty values", counted("a{}:\n") + board()
    yield "control signs", board() + filled("\x01", size)
    yield "returns", filled("\r", size) + board()
    yield "long key", filled("x", size) + ": y\n" + board()


def _letters(number: int) -> str:
    text = ""
    for _ in range(5):
        text += chr(ord("a") + number % 26)
        number //= 26
    return text


def spent(arguments: Sequence[str], seconds: float) -> tuple[float, int, int]:
    """Run a command in a process of its own; give its processor time, its megabytes, and how it ended."""
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        limit = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        try:
            cli.main(arguments)
        except SystemExit as end:
            os._exit(end.code if isinstance(end.code, int) else 1)
        except BaseException:
            os._exit(99)
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, code


def cases(size: int) -> Iterator[tuple[str, str, str]]:
    """Give the files: what is in each, whether it is a board or a sheet, and its text."""
    for name, text in _special(size):
        yield name, "board", text
    for kind, places in (("board", PLACES), ("sheet", SHEETS)):
        for place, write in places.items():
            for name, filling in FILLINGS.items():
                yield f"{place}: {name}", kind, write(filled(filling, size))


def commands_for(kind: str, path: str) -> Mapping[str, Sequence[str]]:
    """Give the commands that read a file."""
    if kind == "sheet":
        return {"new": ["new", "nl", "--from", "nl", "--sheet", path, "-o", "-"]}
    return {
        "validate": ["validate", path],
        "fmt": ["fmt", "--diff", path],
        "sheet": ["sheet", path],
        "html": ["sheet", "--format", "html", path],
        "svg": ["sheet", "--format", "svg", path],
        "new": ["new", "da", "--from", path, "-o", "-"],
        "diff": ["diff", path, "nl"],
        "compare": ["compare", path, "--set", "stake=3", "--games", "2", "--max-turns", "2"],
        "run": ["run", path, "--players", "2", "--max-turns", "2"],
    }


@click.command()
@click.option("--size", default=100_000, show_default=True, type=click.Choice(list(LIMITS)))
@click.option("--only", default="", help="Only files with this in their names.")
@click.option("--command", "only_commands", multiple=True, help="Only these commands.")
@click.option("--all", "everything", is_flag=True, help="Print what is within the limits too.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder to leave the files in that take too long.")
@click.option("--part", default="0/1", help="Of so many parts of the work, this.")
def main(size: int, only: str, only_commands: Sequence[str], everything: bool, keep: Path | None, part: str) -> None:
    """Measure, and print what takes too long."""
    seconds, megabytes = LIMITS[size]
    this, parts = map(int, part.split("/"))
    begun, count, most = perf_counter(), 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "nasty"
        for number, (name, kind, text) in enumerate(cases(size)):
            if only not in name or number % parts != this:
                continue
            path.write_bytes(text.encode()[: max(size, 1_000_000)])
            for command, arguments in commands_for(kind, str(path)).items():
                if only_commands and command not in only_commands:
                    continue
                took, memory, code = spent(arguments, seconds * STOPPED_AFTER)
                count, most = count + 1, max(most, took)
                too_much = took > seconds or memory > megabytes or code not in (0, 1, 2)
                if too_much or everything:
                    click.echo(f"{'*' if too_much else ' '} {took:6.2f} s {memory:5} MB {code:4} {command:9} {name}")
                    sys.stdout.flush()
                if too_much and keep:
                    (keep / f"{name.replace('/', ' ').replace(' ', '-')}.{kind}").write_bytes(text.encode())
    click.echo(f"{count} runs, the longest took {most:.2f} s; {perf_counter() - begun:.0f} s in all")


if __name__ == "__main__":
    main()

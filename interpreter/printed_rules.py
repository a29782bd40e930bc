"""What a printed rule must have in common with its effect: one pure function a check."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from fractions import Fraction

from interpreter.board import Board, Square
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.effects import (
    START,
    GoBy,
    GoTo,
    May,
    Origin,
    Pass,
    Pay,
    PlayerOn,
    ReceiveShare,
    RollAgain,
    Rolled,
    RolledDice,
    Skip,
    SomeoneOn,
    Take,
    TakeShare,
    walk,
)
from interpreter.language import canonical_rule
from interpreter.languages import primary_language
from interpreter.passages import Passage, find_in
from interpreter.sentences import read_sentence, sentence_grammar
from interpreter.source import Span
from interpreter.translation import on_one_line, shown
from interpreter.words import find_numbers, find_obligation, find_permission, word_languages

Number = int | Fraction


def numbers_agree(board: Board) -> Iterator[Diagnostic]:
    """Find numbers that the printed rule says and the effect does not use, and the other way round.

    Only digits are known of a language without a table of words, so that what is not said cannot be told.
    """
    if primary_language(board.language) not in word_languages() and any(_printed(board)):
        message = f'there is no table of words for the language "{board.language}"'
        remedy = "Numbers in words, and permission, are not looked for; docs/translating.md says how to add one."
        yield Diagnostic(
            board.source, board.span_of("language"), "words-unread", message, remedy, severity=Severity.NOTE
        )
    for square, rule in _printed(board):
        used = _numbers(square)
        found = find_numbers(rule.text, board.language)
        known = used | _explained(board, square)
        for number in found:
            if number.certain and number.value not in known:
                message = f"the rule says {number.value}, which its effect does not"
                yield find_in(board, rule, number.span, "number-unused", message, _compare("number-unused"))
        if primary_language(board.language) in word_languages():
            for value in sorted(used - {number.value for number in found}):
                message = f"the effect has {value}, which its rule does not say"
                yield find_in(board, rule, None, "number-unsaid", message, _compare("number-unsaid"))


def squares_of_stories(board: Board) -> Iterator[Diagnostic]:
    """Find squares that a story names, and its effect does not lead to or speak of."""
    label = re.escape(board.label.strip())
    for square in board.written:
        story = Passage("story", square.story, square.spans.get("story", square.spans["key"]), square.number)
        for found in re.finditer(rf"{label}\s*(\d{{1,6}})\b", square.story, re.IGNORECASE):
            number = int(found[1])
            if number in board.squares and number not in _numbers(square) | {*square.together}:
                message = f"the story names square {number}, and the effect does not"
                yield find_in(board, story, Span(*found.span()), "square-unused", message, _compare("square-unused"))


def permission_agrees(board: Board) -> Iterator[Diagnostic]:
    """Find rules that permit something which the effect demands, and the other way round."""
    if primary_language(board.language) not in word_languages():
        return
    for square, rule in _printed(board):
        may = any(isinstance(node, May) for effect in square.effects for node in walk(effect))
        permission = find_permission(rule.text, board.language)
        if permission and not may:
            part = rule.text[permission.start : permission.end]
            message = f'"{part}" gives a permission, and the effect asks nobody'
            yield find_in(board, rule, permission, "permission-unused", message, _compare("permission-unused"))
        elif may and not permission:
            obligation = find_obligation(rule.text, board.language)
            message = "the effect asks the player, and the rule gives no permission"
            yield find_in(board, rule, obligation, "permission-unsaid", message, _compare("permission-unsaid"))


def sentences_agree(board: Board) -> Iterator[Diagnostic]:
    """Find printed rules that say something else than the effect, as the grammar of the language reads them."""
    rules = list(_printed(board))
    if sentence_grammar(board.language) is None:
        if rules:
            message = f'there is no grammar for sentences in the language "{board.language}"'
            remedy = (
                "The rules are not compared with their effects word for word; docs/translating.md says how to add one."
            )
            span = board.span_of("language")
            yield Diagnostic(board.source, span, "sentences-unread", message, remedy, severity=Severity.NOTE)
        return
    for square, rule in rules:
        read = read_sentence(rule.text, board.language, board.roles, square.number)
        if read is None:
            message = "this sentence is not read by the grammar of the language"
            remedy = "Nothing is wrong with that; compare the effect with it yourself."
            yield find_in(board, rule, None, "sentence-unread", message, remedy, Severity.NOTE)
        elif read != square.effects:
            said, done = (on_one_line(canonical_rule(effects)) for effects in (read, square.effects))
            message = f"the rule says {said}, and the effect is {done}"
            yield find_in(board, rule, None, "sentence-differs", message, _compare("sentence-differs"))


def wording_is_consistent(board: Board) -> Iterator[Diagnostic]:
    """Find rules that are worded otherwise than most with the same effect, amounts aside."""
    alike: dict[tuple[str, bool], list[tuple[Passage, str]]] = defaultdict(list)
    for square, rule in _printed(board):
        form = re.sub(r"\d+", "N", shown(square.effects))
        one = 1 in _numbers(square)
        alike[form, one].append((rule, _wording(rule.text, board.language)))
    for rules in alike.values():
        wordings = [wording for _, wording in rules]
        usual = max(wordings, key=lambda wording: (wordings.count(wording), -wordings.index(wording)))
        for rule, wording in rules:
            if not (wording == usual or wording.startswith(f"{usual} ") or usual.startswith(f"{wording} ")):
                other = next(each for each, its in rules if its == usual)
                odd = next((word for word in wording.split() if word not in usual.split()), None)
                message = f'worded otherwise than the rule of {other.square}, "{other.text}", with the same effect'
                yield find_in(board, rule, _place_of(odd, rule.text), "wording", message, _WORDING, Severity.NOTE)


def chips_have_one_name(board: Board) -> Iterator[Diagnostic]:
    """Find rules, and the stake in the intro, that call chips otherwise than most others do.

    No list of names is needed: the name is what stands beside most numbers of chips, before or behind them.
    """
    beside = [(passage, words) for passage, words in _beside_chips(board) if words]
    pairs = Counter(words for _, words in beside)

    def uses(name: str) -> int:
        return sum(count for words, count in pairs.items() if any(_alike(name, word) for word in words))

    usual = max((word for words in pairs for word in words), key=uses, default="")
    for passage, words in beside:
        if not any(_alike(usual, word) for word in words):
            message = f'what is counted here, beside "{words[-1]}", is "{usual}" in most other places'
            place = _place_of(words[-1].casefold(), passage.text)
            yield find_in(board, passage, place, "wording", message, _WORDING, Severity.NOTE)


def _beside_chips(board: Board) -> Iterator[tuple[Passage, tuple[str, ...]]]:
    """Give, for each number of chips that is printed, the words before and behind it."""
    places: list[tuple[Passage, set[Number]]] = []
    if "intro" in board.spans and board.stake > 1:
        places.append((Passage("intro", board.intro, board.span_of("intro")), {board.stake}))
    for square, rule in _printed(board):
        nodes = [node for effect in square.effects for node in walk(effect)]
        places.append((rule, {node.amount for node in nodes if isinstance(node, Pay | Take)}))
    for passage, amounts in places:
        for number in find_numbers(passage.text, board.language):
            if number.value in amounts:
                before = re.findall(r"[^\W\d_]+", passage.text[: number.span.start])[-1:]
                behind = re.findall(r"[^\W\d_]+", passage.text[number.span.end :])[:1]
                yield passage, (*before, *behind)
                break


def _alike(name: str, other: str) -> bool:
    """Tell whether two words can be forms of one, as a singular and a plural are."""
    return SequenceMatcher(None, name.casefold(), other.casefold()).ratio() > _FORMS_OF_ONE_WORD


_FORMS_OF_ONE_WORD = 0.7

_WORDING = "Old sheets are like that; if yours is not, compare it with the sheet."


def _wording(text: str, language: str) -> str:
    """Give the words of a rule, numbers aside, without punctuation and capitals."""
    for number in reversed(find_numbers(text, language)):
        text = text[: number.span.start] + "0" + text[number.span.end :]
    return " ".join(re.findall(r"\w+", text.casefold()))


def _place_of(word: str | None, text: str) -> Span | None:
    """Find a word in a text, whatever its capitals."""
    places = (Span(*each.span()) for each in re.finditer(r"\w+", text) if each[0].casefold() == word)
    return next(places, None)


def _printed(board: Board) -> Iterator[tuple[Square, Passage]]:
    """Give the squares that have a printed rule and an effect; of several with one text, the first."""
    for square in board.written:
        if square.rule and square.effects:
            yield square, Passage("rule", square.rule, square.spans["rule"], square.number)


def _numbers(square: Square) -> set[Number]:
    """Give the numbers that an effect uses, but for the start and the rest of the pot, which are no numbers."""
    numbers: set[Number] = set()
    for node in (node for effect in square.effects for node in walk(effect)):
        match node:
            case Pay(number) | Take(number) | GoTo(number) | Skip(number):
                numbers.add(number)
            case Rolled(number, origin=origin):
                numbers |= {number, *_square_of(origin)}
            case RolledDice(dice, origin):
                numbers |= {*dice, *_square_of(origin)}
            case PlayerOn(number) | SomeoneOn(number):
                numbers.add(number)
            case GoBy(steps):
                numbers.add(abs(steps))
            case TakeShare(share) | ReceiveShare(share) if share < 1:
                numbers.add(share)
    return numbers - {START}


def _square_of(origin: Origin | None) -> set[int]:
    return {origin} if isinstance(origin, int) else set()


def _explained(board: Board, square: Square) -> set[Number]:
    """Give the numbers that say what lies ahead: its own, those of where it leads, throws that lead to a rule."""
    explained: set[Number] = {*square.together}
    for node in (node for effect in square.effects for node in walk(effect)):
        if isinstance(node, GoTo):
            explained |= _numbers_of(board, node.square)
        elif isinstance(node, GoBy):
            explained |= _numbers_of(board, board.destination(square.number, node.steps)[0])
        elif isinstance(node, Pass):
            explained.add(1)  # a turn more than one
        elif isinstance(node, RollAgain):
            explained.add(1)  # one throw more
            for throw in board.dice.throws:
                target, _ = board.destination(square.number, throw)
                if board.effects_of(target):
                    explained.add(throw)
    return explained


def _numbers_of(board: Board, square: int) -> set[Number]:
    return _numbers(board.squares[square]) if square in board.squares else set()


def _compare(code: str) -> str:
    return f"Compare both with the sheet, or accept it with the reason: accept: {{{code}: ...}}"


PRINTED_RULES: tuple[Callable[[Board], Iterator[Diagnostic]], ...] = (
    numbers_agree,
    squares_of_stories,
    permission_agrees,
    sentences_agree,
    wording_is_consistent,
    chips_have_one_name,
)

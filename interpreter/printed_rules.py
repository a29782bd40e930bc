"""What a printed rule must have in common with its effect: one pure function a check."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from fractions import Fraction

from interpreter.board import Board, Square
from interpreter.diagnostics import Diagnostic, Severity, shortened
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
from interpreter.passages import Passage, find_all, find_in
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
    numbers = _Numbers(board)
    for square, rule in _printed(board):
        used = numbers.used(square.number)
        found = find_numbers(rule.text, board.language)
        known = used | numbers.explained(square)
        unused = (
            (f"the rule says {number.value}, which its effect does not", number.span)
            for number in found
            if number.certain and number.value not in known
        )
        yield from find_all(board, rule, unused, "number-unused", _compare("number-unused"))
        if primary_language(board.language) in word_languages():
            values = sorted(used - {number.value for number in found})
            unsaid = ((f"the effect has {value}, which its rule does not say", None) for value in values)
            yield from find_all(board, rule, unsaid, "number-unsaid", _compare("number-unsaid"))


def squares_of_stories(board: Board) -> Iterator[Diagnostic]:
    """Find squares that a story names, and its effect does not lead to or speak of."""
    label = re.escape(board.label.strip())
    for square in board.written:
        story = Passage("story", square.story, square.spans.get("story", square.spans["key"]), square.number)
        known = _numbers(square) | {*square.together}
        found = (
            (f"the story names square {int(named[1])}, and the effect does not", Span(*named.span()))
            for named in re.finditer(rf"{label}\s*(\d{{1,6}})\b", square.story, re.IGNORECASE)
            if int(named[1]) in board.squares and int(named[1]) not in known
        )
        yield from find_all(board, story, found, "square-unused", _compare("square-unused"))


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
        usual, _ = Counter(wording for _, wording in rules).most_common(1)[0]
        usual_words = set(usual.split())
        other = next(each for each, its in rules if its == usual)
        quoted = shortened(other.text)
        for rule, wording in rules:
            if not (wording == usual or wording.startswith(f"{usual} ") or usual.startswith(f"{wording} ")):
                odd = next((word for word in wording.split() if word not in usual_words), None)
                message = f'worded otherwise than the rule of {other.square}, "{quoted}", with the same effect'
                yield find_in(board, rule, _place_of(odd, rule.text), "wording", message, _WORDING, Severity.NOTE)


def chips_have_one_name(board: Board) -> Iterator[Diagnostic]:
    """Find rules, and the stake in the intro, that call chips otherwise than most others do.

    No list of names is needed: the name is what stands beside most numbers of chips, before or behind them.
    """
    beside = [(passage, words) for passage, words in _beside_chips(board) if words]
    pairs = Counter(words for _, words in beside)
    times = Counter(word for words, count in pairs.items() for word in words for _ in range(count))
    often = {word for word, _ in times.most_common(_CANDIDATES)}

    def uses(name: str) -> int:
        forms = _Forms(name)
        return sum(count for words, count in pairs.items() if any(map(forms.have, words)))

    usual = max((word for word in times if word in often), key=uses, default="")
    forms = _Forms(usual)
    for passage, words in beside:
        if not any(map(forms.have, words)):
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


class _Forms:
    """Knows the words that can be forms of one, as a singular and a plural are."""

    def __init__(self, name: str) -> None:
        self._matcher = SequenceMatcher(None, "", name.casefold()[:_LONGEST_WORD])
        self._known: dict[str, bool] = {}

    def have(self, word: str) -> bool:
        """Tell whether a word can be one of them."""
        if word not in self._known:
            self._matcher.set_seq1(word.casefold()[:_LONGEST_WORD])
            ratios = (self._matcher.real_quick_ratio, self._matcher.quick_ratio, self._matcher.ratio)
            self._known[word] = all(ratio() > _FORMS_OF_ONE_WORD for ratio in ratios)
        return self._known[word]


_FORMS_OF_ONE_WORD = 0.7

_LONGEST_WORD = 50
"""The letters of a word that are compared with those of another."""

_CANDIDATES = 20
"""The words beside chips, those that are there most often, of which one is the name of chips."""

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


class _Numbers:
    """The numbers that the effects of a board use, and that explain them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._used = {
            number: used for square in board.written for used in [_numbers(square)] for number in square.together
        }

    def used(self, square: int) -> set[Number]:
        """Give the numbers that the effects of a square use."""
        return self._used.get(square, set())

    def explained(self, square: Square) -> set[Number]:
        """Give the numbers that say what lies ahead: its own, those of where it leads, throws that lead to a rule."""
        explained: set[Number] = {*square.together}
        targets: set[int] = set()
        board = self.board
        for node in {node for effect in square.effects for node in walk(effect)}:
            if isinstance(node, GoTo):
                targets.add(node.square)
            elif isinstance(node, GoBy):
                targets.add(board.destination(square.number, node.steps)[0])
            elif isinstance(node, Pass):
                explained.add(1)  # a turn more than one
            elif isinstance(node, RollAgain):
                explained.add(1)  # one throw more
                throws = board.dice.throws
                explained.update(t for t in throws if board.effects_of(board.destination(square.number, t)[0]))
        return explained.union(*map(self.used, targets))


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

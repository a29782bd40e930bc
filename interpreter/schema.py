"""A JSON Schema of board files, made of the same tables that they are read by, for editors to complete and check by.

An editor knows a value as YAML types it: `10` is a number there, and where the editor reads YAML 1.1, `no` is false,
as a language and as a phrase. The schema takes such values wherever a board file takes their text. It does not know
everything: effects, and what belongs together in different places, are for `robinson validate`.
"""

import re
from typing import Any

import yaml

from interpreter.door import json_text
from interpreter.keys import EVERY_SQUARE, HEADER, SECTIONS, SQUARE, Key
from interpreter.phrases import FORM, OTHER, PHRASES, PhraseKind
from interpreter.reader import LAST_SQUARE
from interpreter.values import MOST_DIGITS, Choice, Choices, Form, Number, SetOfDice, Value, written

Schema = dict[str, Any]

_TYPED = ["string", "number", "boolean"]
"""What an editor can take a text for."""

_TRUE_OR_FALSE = yaml.SafeLoader.bool_values
"""The words that YAML 1.1 takes for true or false."""


def schema() -> Schema:
    """Give the JSON Schema of board files, in its draft 7."""
    sections = {
        "roles": _roles(),
        "accept": _accept(),
        "phrases": _phrases(),
        "every square": _every_square(),
        "squares": _squares(),
    }
    properties = {key: _header(kind) for key, kind in HEADER.items()}
    properties |= {key: {"description": meaning} | sections[key] for key, meaning in SECTIONS.items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A board file of robinson",
    } | _object(properties, [*(key for key, kind in HEADER.items() if kind.required), "phrases", "squares"])


def schema_text() -> str:
    """Write the schema as it stands in the file that ships with the boards."""
    return json_text(schema(), indent=2) + "\n"


def _object(properties: Schema, required: list[str] | None = None, **more: Any) -> Schema:
    wanted: Schema = {"required": required} if required else {}
    return {"type": "object", "properties": properties, "additionalProperties": False} | wanted | more


def _text(pattern: str = r"\S") -> Schema:
    """Make the schema of a text, whatever an editor takes it for; a pattern can speak of strings only."""
    return {"type": _TYPED, "pattern": pattern}


def _header(key: Key) -> Schema:
    described = {"description": key.meaning} | _value(key.value)
    if key.required or key.default == "":
        return described
    return described | {"default": key.default if isinstance(key.default, int) else written(key.value, key.default)}


def _value(value: Value) -> Schema:
    match value:
        case Form(pattern, _, remedy):
            types = ["string", "boolean"] if _is_typed(pattern) else "string"
            return {"type": types, "pattern": f"^{pattern}$", "patternErrorMessage": remedy}
        case Number(least, most, unlimited):
            number = {"type": "integer", "minimum": least, "maximum": most}
            quoted = {"type": "string", "pattern": _digits(most)}
            return {"anyOf": [number, quoted, *([{"const": unlimited}] if unlimited else [])]}
        case SetOfDice():
            return {"type": "string", "pattern": "^0*[1-9][0-9]*d0*[1-9][0-9]*$", "examples": ["1d6", "2d6", "1d8"]}
        case Choice(kind):
            return {"enum": [choice.value for choice in kind]}
        case Choices(choices):
            choice = rf"\s*({'|'.join(choice.value for choice in choices)})\s*"
            return {"type": "string", "pattern": f"^{choice}(,{choice})*$"}
    return _text()


def _is_typed(pattern: str) -> bool:
    """Tell whether YAML 1.1 takes a text of this form for true or false."""
    return any(re.fullmatch(pattern, word) for word in _TRUE_OR_FALSE)


def _digits(most: int) -> str:
    """Make the pattern of numbers that have no more digits than the greatest, but for zeros before them."""
    return f"^{_number(most, '[0-9]')}$"


def _number(most: int, first: str) -> str:
    digits = len(str(most))
    return f"0{{0,{MOST_DIGITS - digits}}}{first}[0-9]{{0,{digits - 1}}}"


def _numbers_of_squares() -> str:
    """Make the pattern of numbers of squares and ranges of them, with commas between."""
    number = _number(LAST_SQUARE, "[1-9]")
    part = rf"\s*{number}\s*(-\s*{number}\s*)?"
    return f"^{part}(,{part})*$"


def _roles() -> Schema:
    return {"type": "object", "propertyNames": {"pattern": r"^[^\s0-9_]+$"}, "additionalProperties": _text()}


def _accept() -> Schema:
    return {"type": "object", "propertyNames": {"pattern": "^[a-z]+(-[a-z]+)*$"}, "additionalProperties": _text()}


def _phrases() -> Schema:
    required = [key for key in PHRASES if key not in _TRUE_OR_FALSE]
    return _object(
        {key: _phrase(kind) for key, kind in PHRASES.items()}, required, patternProperties={"^(true|false)$": _text()}
    )


def _phrase(kind: PhraseKind) -> Schema:
    names = ", ".join(f"{{{name}}}" for name in kind.placeholders)
    description = f"It says: {kind.meaning}." + (f" It can have {names}." if names else "")
    parts = ["[^{}]", *(rf"\{{{name}\}}" for name in kind.placeholders)]
    text = _text(f"^({'|'.join(parts)})+$")
    if not kind.counts:
        return {"description": description} | text
    forms = _object({OTHER: text}, [OTHER], patternProperties={f"^{FORM.pattern}(,{FORM.pattern})*$": text})
    return {"description": description, "anyOf": [text, forms]}


def _every_square() -> Schema:
    patterns = {"except": _numbers_of_squares()}
    texts = {key: {"description": meaning} | _text(patterns.get(key, r"\S")) for key, meaning in EVERY_SQUARE.items()}
    return _object(texts, [key for key in texts if key not in patterns])


def _squares() -> Schema:
    texts = {key: {"description": meaning} | _text() for key, meaning in SQUARE.items() if key != "accept"}
    square = _object(texts | {"accept": {"description": SQUARE["accept"]} | _accept()})
    square["anyOf"] = [{"required": ["story"]}, {"required": ["rule"]}]
    story = {"description": SQUARE["story"]} | _text()
    return {
        "type": "object",
        "patternProperties": {_numbers_of_squares(): {"anyOf": [story, square]}},
        "additionalProperties": False,
        "minProperties": 1,
    }

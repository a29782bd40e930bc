"""Codes of languages: which of them mean the same words and sentences."""

import re
from functools import cache

import yaml

from interpreter.source import SHIPPED


def primary_language(code: str) -> str:
    """Give the language that a code means, without its region or script: `nl` for `nl-BE`, `no` for `nb`."""
    primary = re.split("[-_]", code.lower())[0]
    return _other_codes().get(primary, primary)


@cache
def _other_codes() -> dict[str, str]:
    text = (SHIPPED / "grammar" / "languages.yaml").read_text("utf-8")
    table: dict[str, list[str]] = yaml.load(text, Loader=yaml.BaseLoader)
    return {code: language for language, codes in table.items() for code in codes}

"""The effect language: effect text to effect objects, and back.

`parse` and `canonical` undo each other: the canonical text of an effect parses to an equal effect.
"""

from interpreter.language.canonical import canonical, canonical_rule
from interpreter.language.explain import Problem
from interpreter.language.parse import JOINED, LARGEST_NUMBER, is_keyword, parse

__all__ = ["JOINED", "LARGEST_NUMBER", "Problem", "canonical", "canonical_rule", "is_keyword", "parse"]

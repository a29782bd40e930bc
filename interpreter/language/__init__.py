"""The effect language: effect text to effect objects, and back.

`parse` and `canonical` undo each other: the canonical text of an effect parses to an equal effect.
"""

from interpreter.language.canonical import canonical, canonical_rule
from interpreter.language.explain import Problem
from interpreter.language.names import in_one_case
from interpreter.language.parse import is_keyword, parse
from interpreter.language.tree import JOINED, LARGEST_NUMBER

__all__ = ["JOINED", "LARGEST_NUMBER", "Problem", "canonical", "canonical_rule", "in_one_case", "is_keyword", "parse"]

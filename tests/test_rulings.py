"""Each ruling of docs/rulings.md, as games that a reader can follow by hand."""

from collections.abc import Mapping
from typing import Any

import pytest
from support import HERE, play_example, read_examples

EXAMPLES = {
    f"{path.stem}: {example['title']}": example
    for path in sorted((HERE / "rulings").glob("*.yaml"))
    for example in read_examples(path)
}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_ruling(example: Mapping[str, Any]) -> None:
    found, expected = play_example(example)
    assert found == expected

"""A saved game that does not fit is a LoadError, whatever is wrong with it."""

from __future__ import annotations

import pytest

from sandtable.core import LoadError
from tests.record.played import played
from tests.record.yard import RULES

SAVED = RULES.codec.save(played(3, 2).game)


@pytest.mark.parametrize(
    "data",
    [
        b'"\xff"',
        b"[" * 5000,
        SAVED.replace(b'"pieces":{', b'"pieces":7,"x":{'),
        SAVED.replace(b'"points":[0,0]', b'"points":[0]'),
        SAVED.replace(b'"type":"Yard"', b'"type":"Game"'),
        SAVED[:-1],
    ],
)
def test_a_game_that_does_not_fit(data: bytes) -> None:
    assert RULES.codec.load(SAVED) is not None
    with pytest.raises(LoadError):
        RULES.codec.load(data)

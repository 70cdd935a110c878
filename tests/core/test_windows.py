"""Windows: each seat once, asked even with nothing to offer, and asked again after a redeal."""

from __future__ import annotations

import pytest

from sandtable.core import Ask, Game, Window, answer, ask_again, begin
from tests.core.guest import Field, Guest, Model, Strike

RULES = Guest()
STRIKE = Strike("wolf", "marauder", 5, rolled=(3, 1))


def opened(once: bool) -> Game:
    field = Field(models={"wolf": Model(0), "marauder": Model(1, arc=2, abilities=("refract",))})
    window = Window(name="W2", subject=STRIKE, seats=(1, 0), always=True, once=once)
    return begin(RULES, field, window).game


@pytest.mark.parametrize(("once", "seat"), [(True, 0), (False, 1)])
def test_a_seat_that_may_act_once_is_not_asked_again(once: bool, seat: int) -> None:
    game = answer(RULES, opened(once), "marauder spikes").game
    game = answer(RULES, game, ((1, 1),)).game
    assert isinstance(game.waiting, Ask)
    assert game.waiting.seat == seat


def test_asking_again_works_out_the_offers_anew() -> None:
    game = opened(once=True)
    assert ask_again(RULES, game) == game
    spent = ask_again(RULES, game.but(state=game.state.with_model("marauder", arc=0)))
    assert isinstance(spent.waiting, Ask)
    assert [o.key for o in spent.waiting.domain.options(None) or ()] == ["pass"]  # type: ignore[arg-type]
    assert spent.stack == game.stack

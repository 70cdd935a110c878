"""The random bot: any legal answer, however foolish. A baseline for research, and a way into rules good play avoids."""

from __future__ import annotations

from typing import Any

from sandtable.bots.recruit import Recruit
from sandtable.core import Ask, Position, View


class RandomAnswers(Recruit):
    """Every listed option is as likely as every other; places and arrangements are a recruit's."""

    name = "random"

    def choose(self, view: View) -> Any:
        ask = view.ask
        assert ask is not None
        found = ask.domain.options
        return self.rng.choice(found).key if found else super().choose(view)

    def pick(self, p: Position, ask: Ask) -> Any:
        found = ask.domain.options(p)
        return self.rng.choice(found).key if found else super().pick(p, ask)

"""Duel as the engine meets it: set-up, verdict, secrets, scenario files and checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from random import Random
from typing import Any, ClassVar

from duel.common import drawing, odds_trials
from duel.common.appraisal import appraise, changes
from duel.common.attacks import RANGE, REACH, Attack, Struck, beyond_by, sees
from duel.common.phrases import PHRASES, names
from duel.common.scenario_words import words
from duel.common.setup import arranged, form, standard
from duel.common.sheets import sheet
from duel.common.state import SEATS, TABLE, TRICKS, Draft, DuelRules, Position, Table, is_up
from duel.common.turns import Turns
from sandtable.core import (
    BadSetup,
    Event,
    Game,
    Judging,
    OddsFacet,
    Rulebook,
    ScenarioFacet,
    Showing,
    Start,
    Term,
    Trial,
    ask_again,
)
from sandtable.core.effects import on
from sandtable.core.form_parts import Record
from sandtable.core.guides import Guide
from sandtable.core.match_options import MatchOption
from sandtable.core.measurements import Measurement
from sandtable.core.scenario_words import Words
from sandtable.core.sheets import Sheet
from sandtable.geometry.distance import overlap
from sandtable.geometry.units import MILLI, TOL
from sandtable.scene import Scene


class DuelJudging(Judging):
    def appraise(self, p: Position, seat: int) -> Iterator[Term]:
        return appraise(p, seat)

    def changes(self, before: Position, after: Position, seat: int) -> Iterator[Term]:
        return changes(before, after, seat)


class DuelShowing(Showing):
    phrases: ClassVar[Mapping[str, str]] = PHRASES

    def names(self, p: Position) -> Mapping[str, str]:
        return names(p)

    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return drawing.scene(p, seat)

    def guide(self, p: Position, seat: int) -> Guide:
        own = ", ".join(f"{m.name} (champion)" if p.rules.models[m.name].champion else m.name for m in p.state.of(seat))
        return Guide(lead=own, win=("DU-END-1", "DU-END-3"), turn=("DU-TURN-1", "DU-TURN-2"))

    def sheet(self, p: Position, id: str) -> Sheet | None:
        return sheet(p, id)

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, p.state.models[a], p.state.models[b])


class DuelScenarios(ScenarioFacet):
    def form(self, rules: DuelRules) -> Record:
        return form(rules)

    def build(self, rules: DuelRules, given: Mapping[str, Any]) -> Start:
        table = arranged(rules, given)
        return Start(table, Turns(seat=table.active, round=table.round, at="in_turn"))

    def words(self, rules: DuelRules) -> Words:
        return words(rules)

    def names(self, p: Position) -> tuple[str, ...]:
        """Every model, those that have fallen too."""
        return tuple(p.rules.models)

    def between(self, p: Position, a: str, b: str) -> Mapping[str, Any]:
        one, two = p.state.models[a], p.state.models[b]
        far = {"strike": REACH, "throw": RANGE}
        return {
            **super().between(p, a, b),
            "reach": [how for how, most in far.items() if beyond_by(one, two, most) <= 0],
        }

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        table: Table = p.state
        if name in SEATS:
            tricks = table.tricks[SEATS.index(name)]
            return {"hand": list(tricks.hand), "spent": list(tricks.spent), "bag": len(tricks.bag)}
        m = table.models.get(name)
        if m is None:
            return None
        return {
            "at": [m.x / MILLI, m.y / MILLI],
            "facing": m.facing / MILLI,
            "health": m.health,
            "damage": p.rules.models[name].health - m.health,
            "knives": m.knives,
            "down": not is_up(p, name),
            "guard": bool(on(table.effects, name, "guard")),
        }


class DuelOdds(OddsFacet):
    wholes = (Attack,)
    trial_options = odds_trials.OPTIONS
    trial_moves_nobody = True

    def trial(self, rules: DuelRules, wanted: Mapping[str, str]) -> Trial:
        return odds_trials.trial(rules, wanted)

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        """By the facts; an attack also says whether it hit, unless it ended the duel."""
        found = super().outcome(before, after, about, returned)
        if returned:
            return {"hit": returned[0], **found}
        return {"hit": True, **found} if found.get("destroy") else found

    def is_hit(self, event: Event, about: tuple[str, ...]) -> bool | None:
        return event.hit if isinstance(event, Struck) and (event.by, event.who) == (about[0], about[-1]) else None


class Duel(DuelRules):
    """What both editions share; each edition's package lists what is its own."""

    seats = SEATS
    showing, judging, scenarios, odds = DuelShowing(), DuelJudging(), DuelScenarios(), DuelOdds()

    # --- playing ---
    def new_game(self, options: Mapping[str, Any]) -> Start:
        if options:
            raise BadSetup(f"a duel has no options, got {', '.join(options)}")
        return Start(standard(self), Turns())

    def match_options(self) -> tuple[MatchOption, ...]:
        return ()

    def verdict(self, d: Draft) -> None:
        champions = {m.seat for m in d.state.models.values() if d.rules.models[m.name].champion}
        if len(champions) == 1:
            d.end(champions.pop(), "the other champion has fallen", "DU-END-1")
        elif not champions:
            d.end(None, "both champions have fallen", "DU-END-2")

    def score(self, state: Table) -> tuple[int, ...]:
        """Health left, which decides after the last round."""
        return tuple(sum(m.health for m in state.of(seat)) for seat in (0, 1))

    # --- who may know what ---
    def redact(self, state: Table, seat: int) -> Table:
        return state.with_tricks(1 - seat, state.tricks[1 - seat].hidden())

    def redeal(self, game: Game, seat: int, rng: Random) -> Game:
        theirs = game.state.tricks[1 - seat]
        unknown = sorted(theirs.bag + theirs.hand)
        hand = sorted(rng.sample(unknown, len(theirs.hand)))
        bag = tuple(trick for trick in unknown if trick not in hand)
        state = game.state.with_tricks(1 - seat, theirs.but(bag=bag, hand=tuple(hand)))
        return ask_again(self, game.but(state=state))

    def may_measure(self, p: Position, seat: int, what: Measurement) -> bool:
        return self.edition.measuring.allowed(p, seat, what)

    def by_eye(self, state: Table, seat: int, rng: Random, looked: Table | None = None) -> Table:
        return self.edition.measuring.by_eye(state, seat, rng)

    # --- checking ---
    def invariants(self, p: Position) -> list[str]:
        table, wrong = p.state, []
        models = list(table.models.values())
        solid = [(feature.kind, feature.shape) for feature in table.terrain if feature.kind == "wall"]
        for i, m in enumerate(models):
            others = [(o.name, o.base) for o in models[i + 1 :]] + solid
            wrong += [f"{m.name} overlaps {name}" for name, shape in others if overlap(m.base, shape, 2 * TOL)]
            if not all(m.base.r - TOL <= c <= TABLE - m.base.r + TOL for c in m.place):
                wrong.append(f"{m.name} is off the table at {m.place}")
            profile = self.models[m.name]
            if not 0 <= m.health <= profile.health or not 0 <= m.knives <= profile.knives:
                wrong.append(f"{m.name} has {m.health} health and {m.knives} knives")
        for seat, tricks in zip(SEATS, table.tricks, strict=True):
            if tuple(sorted(tricks.bag + tricks.hand + tricks.spent)) != TRICKS:
                wrong.append(f"the tricks of {seat} do not add up")
        return wrong


def rulebook_of(package: str) -> Rulebook:
    """An edition's own rules and those both share."""
    return Rulebook.read(files(package) / "rulebook.toml", files("duel.common") / "rulebook.toml")

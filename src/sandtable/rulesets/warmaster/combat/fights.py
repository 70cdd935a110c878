"""The Combat phase: fights one after another, each to its end (WM-ENG-4, WM-ENG-5, WM-TURN-2).

A round is followed by another while a winner pursues; a phase has no limit of rounds (WM-ENG-5).
"""

from __future__ import annotations

from typing import Self

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Return, Sequence, Settle, Value, Wait
from sandtable.geometry.units import FAR
from sandtable.rulesets.warmaster.combat.attacks import exposed
from sandtable.rulesets.warmaster.combat.draws import Draw
from sandtable.rulesets.warmaster.combat.engagements import joined, new_engagements
from sandtable.rulesets.warmaster.combat.fall_back import AFTER_WIN, Line, contact_lines
from sandtable.rulesets.warmaster.combat.reforming import Reforming
from sandtable.rulesets.warmaster.combat.retreats import Retreats
from sandtable.rulesets.warmaster.combat.rounds import Outcome, Round
from sandtable.rulesets.warmaster.combat.winners import Winners
from sandtable.rulesets.warmaster.measuring.crowd import crowd, in_contact
from sandtable.rulesets.warmaster.state.events.commanding import PhaseBegan, PhaseEnded
from sandtable.rulesets.warmaster.state.events.fighting import Engaged, FightChanged, FightEnded
from sandtable.rulesets.warmaster.state.events.losing import HitsForgotten
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import COMBAT, CombatEnds

MOST_ROUNDS = Switch("combat_rounds_per_phase", {"unlimited": FAR, "2": 2.0}, "WM-ENG-5")


class Combat(Frame, frozen=True, kw_only=True):
    """The phase: the active player says which fight is next; one made by an advance comes at once (WM-ENG-4,
    WM-ADV-8)."""

    opened: tuple[str, ...] = ()  # units whose advance has been looked at
    urgent: tuple[str, ...] = ()  # fights made or joined by an advance

    def start(self, d: Draft) -> Next:
        d.emit(PhaseBegan(phase=COMBAT, cite="WM-TURN-2"))
        d.emit(Engaged(engagements=new_engagements(d), cite="WM-ENG-13"))
        return self.choose(d)

    def choose(self, d: Draft, *ignored: object) -> Next:
        me = self.note_advances(d)
        left = [key for key, fight in d.state.engagements.items() if not fight.fought]
        if not left:
            return self.over(d)
        next_ones = [key for key in me.urgent if key in left] or left
        if len(next_ones) == 1:
            return me.fight(d, next_ones[0])
        units = {key: d.state.engagements[key].units for key in next_ones}
        options = tuple(
            Option(key, cite="WM-ENG-4", about=units[key], verb="fight", also=units[key]) for key in next_ones
        )
        ask = Ask(d.state.active, "which fight is next", Choice(options), options[0].key, "WM-ENG-4")
        return Wait(ask, then=me.fight)

    def note_advances(self, d: Draft) -> Self:
        """Fights that an advance has opened or joined; one joined that was fought already waits a turn (WM-ADV-8)."""
        fresh = [u for u in d.state.stands if d.state.units[u].advanced and u not in self.opened]
        urgent = list(self.urgent)
        for unit in (u for u in fresh if not d.state.units[u].spent):  # others joined the fight they came from
            touched = crowd(d).fought(unit)
            keys = [k for k, fight in d.state.engagements.items() if set(touched) & set(fight.units)]
            if keys:
                d.emit(Engaged(engagements=joined(d, keys[0], (unit,)), cite="WM-ADV-8"))
                urgent.append(keys[0])
            elif touched and not any(set(crowd(d).fought(o)) - set(fresh) for o in touched):
                key = f"advance_{d.state.turn}_{len(self.opened) + fresh.index(unit) + 1}"
                d.emit(Engaged(engagements=joined(d, key, (unit, *touched)), cite="WM-ADV-8"))
                urgent.append(key)
        return self.but(opened=(*self.opened, *fresh), urgent=tuple(dict.fromkeys(urgent)))

    def fight(self, d: Draft, key: str) -> Next:
        return Call(Fight(key=key), then=self.fought)

    def fought(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.choose)

    def over(self, d: Draft) -> Next:
        """Left-over hits go, except on units still in contact (WM-HITS-6, WM-TURN-8); then both may re-form."""
        d.emit(PhaseEnded(phase=COMBAT, cite="WM-TURN-8"))
        return Call(Sequence(frames=()), then=self.forget)

    def forget(self, d: Draft, *ignored: object) -> Next:
        forgotten = tuple(n for n, u in d.state.units.items() if (u.hits or u.carried) and not in_contact(d, n))
        if forgotten:
            d.emit(HitsForgotten(units=forgotten, cite="WM-HITS-6"))
        d.emit(Engaged(engagements={}, cite="WM-ENG-11"))
        d.reach(CombatEnds(d.state.turn))
        return Call(Reforming(), then=self.finish)


class Fought(Value, frozen=True):
    """How a fight ended: the seat that won its last round; -1: nobody."""

    winner: int


class Fight(Frame, frozen=True, kw_only=True):
    """One fight, round by round (WM-ENG-6)."""

    key: str
    winner: int = -1
    lines: tuple[tuple[str, tuple[Line, ...]], ...] = ()  # of contact in this round

    def still(self, d: Draft) -> bool:
        return self.key in d.state.engagements

    def start(self, d: Draft, *ignored: object) -> Next:
        fight = d.state.engagements[self.key]
        units = tuple(u for u in fight.units if u in d.state.stands)
        if not any(crowd(d).fought(u) for u in units):
            return self.end(d)
        d.emit(
            FightChanged(
                key=self.key, fight=fight.but(units=units, round=fight.round + 1, fought=True), cite="WM-ENG-6"
            )
        )
        return Call(Round(key=self.key, round=fight.round + 1), then=self.decided)

    def decided(self, d: Draft, outcome: Outcome) -> Next:
        """Higher result wins, equal is a draw; a side wiped out loses whatever the results (WM-RESULT-2,
        WM-RESULT-3). The loser retreats by the difference (WM-RESULT-5)."""
        left = [any(d.state.units[u].seat == s for u in self.units(d)) for s in (0, 1)]
        if not left[0] and not left[1]:
            return self.but(winner=-1).end(d)
        a, b = outcome.results
        if left[0] != left[1]:
            return self.but(winner=0 if left[0] else 1).retreated(d, outcome, 0)
        if a == b:
            return self.but(winner=-1).drawn(d, outcome)
        winner, far = (0, a - b) if a > b else (1, b - a)
        far = -(-far // outcome.sides[1 - winner])  # divided by the losing units, rounded up (WM-RETREAT-2)
        retreats = Retreats(key=self.key, seat=1 - winner, far=far, outcome=outcome)
        helped = dict(outcome.supported)
        own = [u for u in self.units(d) if AFTER_WIN.of(d)(False) and d.state.units[u].seat == winner]
        lines = tuple((u, contact_lines(d, u, helped.get(u, ()))) for u in own)
        return Call(retreats, then=self.but(winner=winner, lines=lines).retreated)

    def drawn(self, d: Draft, outcome: Outcome) -> Next:
        return Call(Draw(key=self.key, outcome=outcome), then=self.end)

    def units(self, p: Position) -> tuple[str, ...]:
        return tuple(u for u in p.state.engagements[self.key].units if u in p.state.stands)

    def retreated(self, d: Draft, outcome: Outcome, far: int) -> Next:
        """The winner chooses, unit by unit (WM-RESULT-4)."""
        most = d.state.engagements[self.key].round >= MOST_ROUNDS.of(d)
        winners = Winners(key=self.key, seat=self.winner, outcome=outcome, far=far, last=most, lines=self.lines)
        return Call(winners, then=self.but(lines=()).on)

    def on(self, d: Draft, pursued: bool = False) -> Next:
        """If any unit pursued there is another round with the units still engaged (WM-ENG-8), and again
        (WM-PURSUE-19)."""
        if not pursued:
            return self.end(d)
        return Call(Settle(), then=self.start)

    def end(self, d: Draft, *ignored: object) -> Next:
        """A fight that has ended is not listed: its units may be in a second one in the same phase (WM-ENG-10)."""
        if self.key in d.state.engagements:
            others = {u for k, fight in d.state.engagements.items() if k != self.key for u in fight.units}
            onward = {u for u in d.state.stands if d.state.units[u].advanced and crowd(d).fought(u)}  # in the next one
            out = tuple(u for u in d.state.stands if u not in others and u not in onward and exposed(d, u))
            d.emit(FightEnded(key=self.key, settled=out, cite="WM-ENG-6"))
        return Return(Fought(self.winner))

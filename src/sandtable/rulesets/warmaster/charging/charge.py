"""A charge is carried out: announced, placed, shot at (WM-CHARGE-1, WM-CHARGE-12, WM-CHARGE-16, WM-CHARGE-17).

A charge is any move of the Command phase that brings a unit into contact (WM-CHARGE-1). Every enemy unit touched at the
end has been charged and is in the fight (WM-CHARGE-12), also one that fights already (WM-CHARGE-16); charged stands
neither move nor turn (WM-CHARGE-22). Enveloping and supporting charges of later editions are not used (WM-CHARGE-19).
"""

from __future__ import annotations

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Pool,
    Refusal,
    Return,
    Roll,
    Settle,
    Value,
    Wait,
    WindowName,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.charging.targets import Onset, charges
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.unit_poses import in_their_order
from sandtable.rulesets.warmaster.state.events.fighting import ChargeAnnounced, CoverNoted
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked, UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.cover import cover


class Charged(Value, frozen=True):
    """What a charged unit may answer: who came, and along which paths."""

    charger: str
    target: str
    paths: tuple[tuple[tuple[int, int, int], ...], ...]
    free: tuple[int, ...]  # stands of the target that touched no enemy before


CHARGED = WindowName("charged", Charged, "shoot at the charger")


def phrases(onsets: tuple[Onset, ...]) -> list[str]:
    """How a person says each charge: ``charge orcs_2 front``, numbered where several strike the same edge."""
    found: list[str] = []
    for onset in onsets:
        said = f"charge {onset.target} {onset.edge}"
        found.append(said if said not in found else f"{said} {sum(f.startswith(said) for f in found) + 1}")
    return found


def words_to_place(p: Position, unit: str, target: str, left: list[str]) -> str:
    """What is left of ``knights charge orcs2 front`` for the question of placing; nothing, if that is not asked."""
    found = charges(p, unit, target)
    asked = isinstance(found, Refusal) or len(found) > 1
    return f"charge {target} {' '.join(left)}" if left and asked else ""


def placed_in_words(edge: str) -> str:
    """``front 2`` as people read it: the second way to strike that edge."""
    side, _, number = edge.partition(" ")
    side = side if side in ("front", "rear") else f"{side} flank"
    return f"{side}, placed in way {number}" if number else side


class Charge(Frame, frozen=True, kw_only=True):
    """One unit's charge. Returns whether it was made; if it proves impossible no stand has moved (WM-CHARGE-1)."""

    unit: str
    target: str
    pace: int | None = None
    blind: bool = False  # at whom it meets, seen or not
    advance: bool = False
    won_in: int = 0  # an advance: the round in which the unit won its fight
    how: str = "charges"
    cite: str = "WM-CHARGE-1"
    struck: tuple[str, ...] = ()
    left: tuple[tuple[str, tuple[int, ...]], ...] = ()  # charged units that may still shoot
    paths: tuple[tuple[tuple[int, int, int], ...], ...] = ()

    def start(self, d: Draft) -> Next:
        found = charges(d, self.unit, self.target, self.pace, self.blind)
        if isinstance(found, Refusal):
            return Return(False)
        d.emit(ChargeAnnounced(unit=self.unit, target=self.target, how=self.how, cite=self.cite))
        if any(onset.die for onset in found):
            pool = Pool("zone", (("d6", 1),), d.state.units[self.unit].seat)
            return Wait(Roll("zone_tie", (pool,), cite="WM-GEO-11"), then=self.decided)
        return self.place(d, found)

    def decided(self, d: Draft, face: int) -> Next:
        found = charges(d, self.unit, self.target, self.pace, self.blind)
        assert not isinstance(found, Refusal)
        which = 1 if face <= 3 else 2
        kept = tuple(onset for onset in found if onset.die in (0, which))
        return self.place(d, kept) if kept else Return(False)

    def place(self, d: Draft, onsets: tuple[Onset, ...]) -> Next:
        """The charger chooses among results that are equally right (WM-CHARGE-23)."""
        if len(onsets) == 1:
            return self.home(d, onsets[0])
        options = tuple(
            Option(
                said,
                cite=self.cite,
                verb="charge edge",
                actor=self.unit,
                target=self.target,
                how=placed_in_words(said.removeprefix(f"charge {self.target} ")),
            )
            for said in phrases(onsets)
        )
        ask = Ask(
            d.state.units[self.unit].seat, say("place the charge of {unit}", unit=self.unit), Choice(options),
            options[0].key, "WM-CHARGE-23", about=(self.unit, self.target),
        )  # fmt: skip
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        found = charges(d, self.unit, self.target, self.pace, self.blind)
        assert not isinstance(found, Refusal)
        named = {}
        for which in (0, 1, 2):
            some = tuple(o for o in found if o.die in (0, which)) if any(o.die for o in found) else found
            named.update(dict(zip(phrases(some), some, strict=True)))
        return self.home(d, named[key])

    def home(self, d: Draft, onset: Onset) -> Next:
        before = crowd(d)
        starts = before.of(self.unit)
        touched = {n: touched_stands(d, n) for n in before.spans}
        poses = in_their_order(d, self.unit, onset.poses)
        over = ridden_over(d, self.unit, poses, lambda: [rects_at(d, self.unit, path) for path in onset.paths])
        d.emit(UnitMoved(unit=self.unit, poses=poses, how=f"{self.how} {self.target}", over=over, cite=self.cite))
        made = {"advanced": True, "won_in": self.won_in, "spent": False} if self.advance else {"charged": True}
        changes = {**made, "settled": False}
        d.emit(UnitMarked(unit=self.unit, changes=changes, says=f"{self.unit} strikes home", cite="WM-CHARGE-14"))
        struck = crowd(d).fought(self.unit)
        d.emit(CoverNoted(charger=self.unit, covers=noted_cover(d, struck, starts), cite="WM-TERRAIN-23"))
        left = tuple(
            (name, tuple(n for n in range(len(d.state.stands[name])) if n not in touched[name])) for name in struck
        )
        return self.but(struck=struck, left=left, paths=onset.paths).shots(d)

    def shots(self, d: Draft, *ignored: object) -> Next:
        """Each charged unit may shoot, before anybody else moves (WM-CHARGE-17, WM-SHOOT-20)."""
        if not self.left or self.unit not in d.state.stands:
            return Call(Settle(), then=self.done)
        (name, free), *rest = self.left
        after = self.but(left=tuple(rest))
        if name not in d.state.stands:
            return after.shots(d)
        subject = Charged(self.unit, name, self.paths, free)
        window = CHARGED.opened(d, subject, seats=(d.state.units[name].seat,), cite="WM-SHOOT-20", once=True)
        return Call(window, then=after.shots)

    def done(self, d: Draft, *ignored: object) -> Next:
        return Return(True)


def touched_stands(p: Position, unit: str) -> tuple[int, ...]:
    """The stands of a unit that touch an enemy, by their numbers in it."""
    table, seat = crowd(p), p.state.units[unit].seat
    found = []
    for i, rect in enumerate(table.of(unit)):
        if any(table.seats[table.owners[n]] != seat for n in table.row.within(rect, 0, EPS)):
            found.append(i)
    return tuple(found)


def noted_cover(
    p: Position, struck: tuple[str, ...], starts: tuple[Rect, ...]
) -> tuple[tuple[str, tuple[int, int, int], int], ...]:
    """The cover of charged stands against the charger as it started (WM-TERRAIN-23)."""
    return tuple((name, pose, cover(p, name, pose, starts)) for name in struck for pose in p.state.stands[name])

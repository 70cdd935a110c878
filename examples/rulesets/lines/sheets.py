"""Sheets of units, stands, generals and seats."""

from __future__ import annotations

from lines.combat import FIERCE
from lines.crowd import engaged
from lines.moves import MARCH
from lines.shooting import RANGE, Shots
from lines.state import PLACES, Unit, confused
from sandtable.core import Position
from sandtable.core.effects import on
from sandtable.core.sheets import EffectSheet, Reason, RuleText, Sheet, Stat, TrackSheet, WeaponSheet
from sandtable.geometry.units import text

SEATS = ("a", "b")


def sheet(p: Position, id: str) -> Sheet | None:
    unit, _, stand = id.partition(" ")
    if unit in p.state.units and (not stand or stand in p.state.units[unit].stands):
        return _unit(p, id, unit, p.state.units[unit])
    if id in SEATS:
        seat = SEATS.index(id)
        tracks = (TrackSheet("stands", p.state.left(seat), p.state.army[seat]),)
        return Sheet(id=id, title=f"Seat {id}", kind="seat", seat=seat, tracks=tracks, rules=_rules(p, "LI-END-1"))
    if id in tuple(f"general_{seat}" for seat in SEATS):
        name = p.rules.showing.name(p, id)
        return Sheet(id=id, title=name, subtitle="general", seat=SEATS.index(id[-1]), rules=_rules(p, "LI-GENERAL-1"))
    return None


def _unit(p: Position, id: str, name: str, unit: Unit) -> Sheet:
    swords = WeaponSheet("melee", "hand to hand", (Stat("dice a stand in contact", str(FIERCE)),))
    shots = tuple(Reason(t.value, t.why, t.cite) for t in p.terms(Shots(name)))
    bows = WeaponSheet(
        "bows",
        "bows",
        (Stat("range", f"{text(RANGE)} cm"), Stat("dice", str(len(PLACES)), str(p.value(Shots(name))), shots)),
        lost=engaged(p, name),
    )
    effects = tuple(
        EffectSheet(effect.name, _text(p, effect.cite), "until the end of its owner's next turn", cite=effect.cite)
        for effect in on(p.state.effects, name)
    )
    condition = [word for word, holds in (("charged", unit.charged), ("fighting", engaged(p, name))) if holds]
    return Sheet(
        id=id,
        title=p.rules.showing.name(p, id),
        kind="body" if id == name else "piece",
        subtitle=", ".join(("bowmen" if unit.bows else "foot", *condition)),
        seat=unit.seat,
        stats=(Stat("march", f"{text(MARCH)} cm"), Stat("orders this turn", str(unit.orders))),
        weapons=(swords, bows) if unit.bows else (swords,),
        tracks=(TrackSheet("stands", len(unit.stands), len(PLACES)),),
        effects=effects,
        rules=_rules(p, "LI-CHARGE-1", "LI-FIGHT-2") if not confused(p, name) else _rules(p, "LI-CONF-1"),
    )


def _rules(p: Position, *cites: str) -> tuple[RuleText, ...]:
    return tuple(RuleText(p.rules.rulebook[cite].title, _text(p, cite), cite) for cite in cites)


def _text(p: Position, cite: str) -> str:
    return " ".join(p.rules.rulebook[cite].text.split()) if cite in p.rules.rulebook else ""

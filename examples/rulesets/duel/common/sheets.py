"""Sheets of models, tricks, terrain and seats."""

from __future__ import annotations

from duel.common.attacks import KNIFE_POWER, RANGE, REACH, Attacking, Defence, Strike
from duel.common.drawing import WHAT_FOR
from duel.common.state import HIDDEN, SEATS, TRICKS, Activates, Model, Position
from sandtable.core.effects import on
from sandtable.core.sheets import EffectSheet, Reason, RuleText, Sheet, Stat, TrackSheet, WeaponSheet
from sandtable.geometry.units import text

ABILITIES = {"tough": ("DU-TOUGH-1", "DU-TOUGH-2"), "last_blow": ("DU-BLOW-1",), "nimble": ("DU-NIMBLE-1",)}
NAMES = {"guard": "on guard", "down": "knocked down"}


def sheet(p: Position, id: str) -> Sheet | None:
    if id in p.state.models:
        return _model(p, p.state.models[id])
    if id in SEATS:
        tricks = p.state.tricks[SEATS.index(id)]
        piles = (("tricks in hand", tricks.hand), ("tricks to draw", tricks.bag), ("tricks spent", tricks.spent))
        stats = tuple(Stat(name, str(len(pile))) for name, pile in piles)
        return Sheet(id=id, title=f"Seat {id}", kind="seat", seat=SEATS.index(id), stats=stats)
    if id in TRICKS and id != HIDDEN:
        cite = {"feint": "DU-TRICK-4", "parry": "DU-TRICK-5", "grit": "DU-TRICK-6"}[id]
        return Sheet(
            id=id, title=id.capitalize(), kind="card", subtitle="trick", text=WHAT_FOR[id], rules=_rules(p, (cite,))
        )
    if id in (feature.kind for feature in p.state.terrain):
        cite = "DU-COVER-1" if id == "wood" else "DU-MOVE-4"
        return Sheet(id=id, title=id.capitalize(), kind="terrain", rules=_rules(p, (cite,)))
    return None


def _model(p: Position, m: Model) -> Sheet:
    printed = p.rules.models[m.name]
    blow = Strike(m.name, m.name)
    defence = p.value(Defence(blow))
    reasons = tuple(Reason(t.value, t.why, t.cite) for t in p.terms(Defence(blow)) if t.op != "base")
    stats = (
        Stat("speed", f"{printed.speed} in"),
        Stat(
            "skill", str(printed.skill), "", tuple(Reason(t.value, t.why, t.cite) for t in p.terms(Attacking(blow))[1:])
        ),
        Stat("defence", str(printed.defence), "" if defence == printed.defence else str(defence), reasons),
        Stat("armour", str(printed.armour)),
    )
    blade = WeaponSheet("blade", "blade", (Stat("reach", f"{text(REACH)} in"), Stat("power", str(printed.power))))
    knife = WeaponSheet(
        "knife",
        "throwing knife",
        (Stat("range", f"{text(RANGE)} in"), Stat("power", str(KNIFE_POWER))),
        lost=not m.knives,
    )
    knives = (TrackSheet("knives", m.knives, printed.knives),) if printed.knives else ()
    return Sheet(
        id=m.name,
        title=printed.title,
        subtitle="champion" if printed.champion else "squire",
        seat=m.seat,
        stats=stats,
        weapons=(blade, knife) if printed.knives else (blade,),
        rules=_rules(p, [cite for name in printed.abilities for cite in ABILITIES.get(name, ())]),
        tracks=(TrackSheet("health", m.health, printed.health), *knives),
        effects=tuple(_effect(p, m, effect.name, effect.cite) for effect in on(p.state.effects, m.name)),
    )


def _effect(p: Position, m: Model, name: str, cite: str) -> EffectSheet:
    found = next(effect for effect in on(p.state.effects, m.name, name))
    ends = (
        "until it is activated"
        if isinstance(found.until, Activates)
        else f"until the next turn of seat {SEATS[m.seat]}"
    )
    said = p.rules.rulebook[cite].text if cite in p.rules.rulebook else ""
    return EffectSheet(NAMES.get(name, name), " ".join(said.split()), ends, cite=cite)


def _rules(p: Position, cites: list[str] | tuple[str, ...]) -> tuple[RuleText, ...]:
    book = p.rules.rulebook
    return tuple(RuleText(book[cite].title, " ".join(book[cite].text.split()), cite) for cite in cites if cite in book)

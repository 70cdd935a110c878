"""Sheets of units, characters, terrain and players: all about one thing as it is now."""

from __future__ import annotations

from sandtable.core import Query, Term
from sandtable.core.sheets import EffectSheet, Reason, RuleText, Sheet, Stat, TrackSheet, reasons
from sandtable.geometry.units import MILLI, text
from sandtable.rulesets.warmaster.combat.attacks import Attack, CharacterAttack
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.movement import ChargePace, Pace
from sandtable.rulesets.warmaster.command.order_test import Command
from sandtable.rulesets.warmaster.ending.victory import points
from sandtable.rulesets.warmaster.interface.names import names
from sandtable.rulesets.warmaster.interface.printed_pages import (
    NONE,
    leading_stats,
    rank_page,
    rule_texts,
    sentence,
    spell_page,
    type_of,
    unit_page,
)  # fmt: skip
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import in_column, in_line
from sandtable.rulesets.warmaster.shooting.hits import NO_SAVE, Save, Toughness
from sandtable.rulesets.warmaster.state.rules import Position, entry, mount, rank
from sandtable.rulesets.warmaster.state.table import DESTROYED, TABLE, WAITING, CombatEnds, CommandEnds, TurnBegins
from sandtable.rulesets.warmaster.terrain.features import Feature

WHERE = {TABLE: "on the table", WAITING: "off the table, may come back", DESTROYED: "destroyed"}
ENDS = {
    CombatEnds: "until the Combat phase ends",
    CommandEnds: "until the next Command phase ends",
    TurnBegins: "until its own next turn begins",
}


def sheet(p: Position, id: str) -> Sheet | None:
    state, library = p.state, p.rules.library
    unit = id.partition(".")[0]
    if unit in state.units:
        return unit_sheet(p, unit, id)
    if id in state.characters:
        return character_sheet(p, id)
    if id in p.rules.seats:
        return player_sheet(p, p.rules.seats.index(id))
    feature = next((f for f in state.map.features if f.id == id), None)
    if feature is not None:
        return terrain_sheet(p, feature)
    if id in library.spells:
        return spell_page(library, library.spells[id])
    if id in library.units:
        return unit_page(library, library.units[id])
    return rank_page(library, library.ranks[id]) if id in library.ranks else None


def unit_sheet(p: Position, name: str, id: str) -> Sheet:
    """A unit, or one of its stands: what is printed and what holds now."""
    unit, kind = p.state.units[name], entry(p, name)
    here = name in p.state.stands
    full = unit.start + unit.skirmisher
    left = len(p.state.stands[name]) if here else 0 if unit.where == DESTROYED else full - unit.lost
    stats = [_stat(p, "Attack", Attack(name), str(kind.attack))]
    stats += [Stat("Shots", str(kind.shots)), Stat("Range", f"{text(kind.range)} cm")] if kind.shots else []
    stats += [_stat(p, "Hits", Toughness(name), str(kind.hits)), _save(p, name)]
    if here:
        stats += [_pace(p, "Pace", Pace(name)), _pace(p, "Charge", ChargePace(name))]
    tracks = [TrackSheet("stands", left, full)]
    if here and unit.hits:
        tracks.append(TrackSheet("hits on the next stand", unit.hits, p.value(Toughness(name))))
    return Sheet(
        id=id,
        title=names(p)[id],
        kind="body" if id == name else "piece",
        subtitle=f"{type_of(kind)}, {WHERE.get(unit.where, 'to be deployed')}" + (f", {form(p, name)}" if here else ""),
        seat=unit.seat,
        text="\n".join(condition(p, name)),
        stats=tuple(stats),
        rules=rule_texts(p.rules.library, kind.special),
        tracks=tuple(tracks),
        effects=effects_on(p, name),
    )


def form(p: Position, name: str) -> str:
    rects = crowd(p).of(name)
    return "line" if in_line(rects) else "column" if in_column(rects) else "irregular formation"


def condition(p: Position, name: str) -> list[str]:
    """What has become of a unit, in sentences."""
    unit, said = p.state.units[name], []
    with_it = [names(p)[c] for c, own in p.state.characters.items() if own.joined == name and c in p.state.spots]
    found = {
        "Confused: it cannot be ordered or use its initiative, and fights with one die fewer a stand.": unit.confused,
        "Engaged.": engaged(p, name),
        "It charged this turn.": unit.charged,
        "It has just come back and may not move.": unit.frozen,
        f"It has had {unit.orders} order{'' if unit.orders == 1 else 's'} this turn.": unit.orders > 0,
        f"-{unit.penalty} Command for the battle, by blunders.": unit.penalty > 0,
        f"With it: {', '.join(with_it)}.": bool(with_it),
    }
    said += [text for text, holds in found.items() if holds]
    return said


def character_sheet(p: Position, name: str) -> Sheet:
    own, kind, beast = p.state.characters[name], rank(p, name), mount(p, name)
    stats = [_stat(p, "Command", Command(name), str(kind.command))]
    stats += [_stat(p, "Attack", CharacterAttack(name), str(kind.attack)), leading_stats(kind)[2]]
    where = f"with {names(p)[own.joined]}" if own.joined else ""
    where = "slain" if own.slain else "off the table" if own.waiting else where
    known = p.rules.library.spells_of(kind.army) if kind.kind == "wizard" else ()
    spells = [spell_page(p.rules.library, spell) for spell in known]
    texts = tuple(RuleText(f"{s.title} ({s.stats[0].printed})", s.text, "WM-MAGIC-1") for s in spells)
    said = ["Gives no more orders this turn."] if own.done else []
    said += ["Has cast this turn."] if own.cast else []
    return Sheet(
        id=name,
        title=names(p)[name],
        subtitle=", ".join(filter(None, (kind.kind, f"on a {beast.name.lower()}" if beast else "", where))),
        seat=own.seat,
        text="\n".join(said),
        stats=tuple(stats),
        rules=(*rule_texts(p.rules.library, beast.special if beast else ()), *texts),
        effects=effects_on(p, name),
    )


def player_sheet(p: Position, seat: int) -> Sheet:
    side, state = p.state.sides[seat], p.state
    lost = sum(u.seat == seat and u.where == DESTROYED for u in state.units.values())
    general = [n for n, c in state.characters.items() if c.seat == seat and rank(p, n).kind == "general"]
    alive = "alive" if any(not state.characters[n].slain for n in general) else "slain"
    army = p.rules.library.armies[side.army].name if side.army in p.rules.library.armies else side.army
    breaking = (TrackSheet("units lost before it breaks", lost, side.breaks_at),) if side.breaks_at < MILLI else ()
    return Sheet(
        id=p.rules.seats[seat],
        title=f"Seat {p.rules.seats[seat]}, {army}",
        kind="seat",
        seat=seat,
        stats=(Stat("victory points", str(points(p.rules, state, seat))), Stat("General", alive)),
        tracks=breaking,
    )


def terrain_sheet(p: Position, feature: Feature) -> Sheet:
    kind = p.rules.library.kinds[feature.kind]
    enters = kind.get("enter")
    who = "all troops" if enters is None else ", ".join(enters) if enters else "nobody"
    cover = kind.get("cover")
    stats = [Stat("open to", who), *([Stat("cover", cover)] if cover else ())]
    rule = p.rules.rulebook[kind["rule"]]
    return Sheet(
        id=feature.id,
        kind="terrain",
        title=names(p)[feature.id],
        subtitle=kind["name"],
        stats=tuple(stats),
        rules=(RuleText(rule.title, " ".join(rule.text.split()), rule.id),),
    )


def effects_on(p: Position, name: str) -> tuple[EffectSheet, ...]:
    """Spells that last. What only notes that a spell was tried is left out."""
    found = []
    for effect in p.state.effects:
        spell = p.rules.library.spells.get(effect.name)
        if effect.on == name and spell is not None:
            ends = next(
                (said for kind, said in ENDS.items() if isinstance(effect.until, kind)),
                "until the end of its next turn",
            )
            found.append(EffectSheet(spell.name, sentence(spell.effect), ends, effect.source, effect.cite))
    return tuple(found)


def _stat(p: Position, title: str, query: Query, printed: str) -> Stat:
    now = str(p.value(query))
    terms = [t for t in p.terms(query) if t.op not in ("base", "least", "most")]
    return Stat(title, printed, "" if now == printed else now, tuple(map(_reason, terms)))


def _reason(term: Term) -> Reason:
    return Reason(term.value, term.why, term.cite)


def _save(p: Position, name: str) -> Stat:
    printed = entry(p, name).armour
    now = p.value(Save(name)) if name in p.state.stands else printed or NO_SAVE
    said = NONE if now >= NO_SAVE else f"{now}+"
    first = NONE if printed is None else f"{printed}+"
    return Stat("Armour", first, "" if said == first else said)


def _pace(p: Position, title: str, query: Query) -> Stat:
    return Stat(title, f"{text(p.value(query))} cm", reasons=tuple(reasons(p.terms(query))))

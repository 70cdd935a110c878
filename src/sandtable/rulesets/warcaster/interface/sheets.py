"""Sheets of models, squads, reserves, Cyphers, objectives, terrain and players: all about one thing."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.core import Query, Term
from sandtable.core.sheets import EffectSheet, Reason, RuleText, Sheet, Stat, TrackSheet, WeaponSheet
from sandtable.geometry.units import MILLI, text
from sandtable.rulesets.warcaster.interface.facts import STATS
from sandtable.rulesets.warcaster.interface.printed_pages import cypher_page, rule_texts, weapon_sheet
from sandtable.rulesets.warcaster.missions.objectives import SECURE
from sandtable.rulesets.warcaster.state.cards import Card
from sandtable.rulesets.warcaster.state.continuous_effects import barred_kind
from sandtable.rulesets.warcaster.state.moments import ActivationEnded, PulseEnds, TurnEnds
from sandtable.rulesets.warcaster.state.printed import troopers, unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import WeaponPower, WeaponRange, rules_of, weapons_of
from sandtable.rulesets.warcaster.state.table import PLAY, Model, Unit

LASTS = {
    "instant": "is resolved at once",
    "turn": "until the end of the turn",
    "pulse": "until the end of the Pulse round",
}
ROLLED_FOR = "a miss on an Action die at the end of a Pulse round"
CONDITIONS = {PLAY: "in play", "reserve": "in reserve", "removed": "out of the game"}


def sheet(p: Position, id: str) -> Sheet | None:
    state, cards = p.state, p.rules.cards
    if id in state.models:
        return _model(p, id, state.models[id])
    if id in state.units:
        return _unit(p, id, state.units[id])
    if id in state.objectives:
        return _objective(p, id)
    if id in cards.cyphers:
        return cypher_page(cards.cyphers[id])
    if id in ("a", "b"):
        return _player(p, "ab".index(id))
    feature = next((f for f in state.map.features if f.id == id), None)
    if feature is not None:
        kind = cards.terrain[feature.kind]
        return Sheet(
            id=id,
            title=p.rules.showing.name(p, id),
            kind="terrain",
            subtitle=kind.name,
            stats=(Stat("height", f"{text(feature.height)} in"),) if feature.height else (),
            rules=_cited(p, kind.rule),
        )
    return None


def _model(p: Position, name: str, m: Model) -> Sheet:
    unit, card = p.state.units[m.unit], p.rules.cards.units[m.card]
    stats = tuple(
        _stat(p, key, query(name), 1 if key != "SPD" else MILLI)
        for key, query in STATS.items()
        if key in unit_card(p, m.unit).stats or key in card.stats
    )
    health = (TrackSheet("health", card.health - m.damage, card.health),) if card.health > 1 else ()
    return Sheet(
        id=name,
        title=p.rules.showing.name(p, name),
        kind="piece",
        subtitle=_subtitle(card, unit.cortex),
        seat=unit.seat,
        stats=stats,
        weapons=tuple(_weapon(p, name, slot) for slot in weapons_of(p, name)),
        rules=tuple(rule_texts(p.rules.cards, sorted(rules_of(p, name)))),
        tracks=(*health, *_arc(p, m.unit)),
        effects=(*_continuous(p, name, m), *_lasting(p, m.unit, name)),
    )


def _unit(p: Position, name: str, unit: Unit) -> Sheet:
    """A squad, or a unit in reserve: what is printed, and what holds for all of it."""
    card, here = unit_card(p, name), p.state.models_of(name)
    own = sorted(card.rules | frozenset(p.rules.cards.cortexes.get(unit.cortex, ())))
    squad = (TrackSheet("models", len(here), len(troopers(p, name))),) if here and card.size > 1 else ()
    return Sheet(
        id=name,
        title=p.rules.showing.name(p, name),
        kind="body" if unit.place == PLAY else "reserve",
        subtitle=f"{_subtitle(card, unit.cortex)}, {CONDITIONS[unit.place]}",
        seat=unit.seat,
        text=f"Deployment cost {card.dc}.",
        stats=tuple(Stat(key, str(value)) for key, value in card.stats.items()),
        weapons=tuple(replace(weapon_sheet(p.rules.cards.weapon(w)), id=w) for w in unit.weapons or card.weapons),
        rules=tuple(rule_texts(p.rules.cards, own)),
        tracks=(*squad, *(_arc(p, name) if unit.place == PLAY else ())),
        effects=_lasting(p, name, ""),
    )


def _stat(p: Position, key: str, query: Query, scale: int) -> Stat:
    terms, value = p.terms(query), p.value(query)
    printed = next((t.value for t in terms if t.op == "base"), 0)
    added = tuple(_reason(t, scale) for t in terms if t.op not in ("base", "least", "most"))
    now = "" if value == printed else text(value * MILLI // scale)
    return Stat(key, text(printed * MILLI // scale), now, added)


def _reason(term: Term, scale: int) -> Reason:
    return Reason(term.value // scale, term.why, term.cite)


def _weapon(p: Position, model: str, slot: str) -> WeaponSheet:
    """As printed, with RNG and POW as they are now."""
    weapon = p.rules.cards.weapon(slot)
    printed = weapon_sheet(weapon)
    now = {"RNG": (WeaponRange(model, slot), MILLI), "POW": (WeaponPower(model, slot), 1)}
    stats = tuple(_stat(p, s.name, *now[s.name]) if s.name in now else s for s in printed.stats)
    return replace(printed, id=slot, stats=stats, lost=weapon.kind == barred_kind(p, model))


def _continuous(p: Position, name: str, m: Model) -> tuple[EffectSheet, ...]:
    found = []
    for effect in m.effects:
        raw = p.rules.cards.effects[effect]
        changes = ", ".join(f"{stat} {value:+d}" for stat, value in raw["modifiers"].items())
        barred = f"no {m.barred} attacks" if effect == "system_failure" and m.barred else ""
        damage = "damage at the end of each Pulse round" if raw.get("on_stay") == "damage" else ""
        words = "; ".join(part for part in (changes, barred, damage) if part)
        found.append(EffectSheet(raw["name"], words, ROLLED_FOR, cite=raw["rule"]))
    return tuple(found)


def _lasting(p: Position, unit: str, model: str) -> tuple[EffectSheet, ...]:
    """Cyphers that lie with the unit, and effects of spikes."""
    found = []
    for player in p.state.players:
        for card, on in player.in_play:
            if on == unit:
                cypher = p.rules.cards.cyphers[card]
                found.append(EffectSheet(cypher.name, cypher.text, LASTS[cypher.expiry], card, cypher.rule))
    for effect in p.state.effects:
        if effect.on in (unit, model):
            ends = _end(effect.until)
            found.append(EffectSheet(_title(p, effect.name), "", ends, effect.source, effect.cite))
    return tuple(found)


def _end(moment: object) -> str:
    if isinstance(moment, ActivationEnded):
        return "until its activation ends"
    if isinstance(moment, TurnEnds):
        return LASTS["turn"]
    return LASTS["pulse"] if isinstance(moment, PulseEnds) else ""


def _arc(p: Position, unit: str) -> tuple[TrackSheet, ...]:
    return (TrackSheet("Arc", p.state.units[unit].arc, p.rules.cards.arc_limit(unit_card(p, unit))),)


def _objective(p: Position, name: str) -> Sheet:
    o = p.state.objectives[name]
    text_ = f"carried by {p.rules.showing.name(p, o.carrier)}" if o.carrier else ""
    near = (Stat("secured within", f"{text(SECURE)} in"),) if o.kind == "permanent" else ()
    title = p.rules.showing.name(p, name)
    return Sheet(id=name, title=title, kind="marker", subtitle=f"{o.kind} objective", text=text_, stats=near)


def _player(p: Position, seat: int) -> Sheet:
    """Only numbers that are open to both (WC-GEN-9)."""
    player = p.state.players[seat]
    piles = (("hand", player.hand), ("rack", player.rack), ("discard pile", player.discard))
    stats = (Stat("victory points", str(player.vp)), *(Stat(name, str(len(cards))) for name, cards in piles))
    return Sheet(
        id="ab"[seat],
        title=f"Seat {'ab'[seat]}",
        kind="seat",
        seat=seat,
        stats=stats,
        tracks=(TrackSheet("Arc in the well", player.well, p.rules.cards.game["arc"]["each_player"]),),
    )


def _subtitle(card: Card, cortex: str) -> str:
    kind = card.type.replace("_", " ")
    size = f" of {card.size}" if card.size > 1 else ""
    return f"{kind}{size}, {card.base.name} base" + (f", {cortex.replace('_', ' ')} cortex" if cortex else "")


def _title(p: Position, name: str) -> str:
    found = p.rules.cards.special.get(name)
    return str(found["name"]) if found else name.replace("_", " ")


def _cited(p: Position, rule: str) -> tuple[RuleText, ...]:
    if rule not in p.rules.rulebook:
        return ()
    found = p.rules.rulebook[rule]
    return (RuleText(found.title, " ".join(found.text.split()), rule),)

"""Pieces, distances, conditions and cards in words, for prompts, lists and rulers."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core import Standing
from sandtable.core.pieces import fact_lines
from sandtable.geometry.measure import gap
from sandtable.geometry.units import MILLI, text
from sandtable.rulesets.warcaster.interface.facts import facts
from sandtable.rulesets.warcaster.measuring.distance import disc, distance, marker, to_marker
from sandtable.rulesets.warcaster.state.cards import Library, Weapon
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import printed_rules, weapons_of
from sandtable.rulesets.warcaster.state.table import RESERVE, Model

STATS = ("SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM")


def pieces(p: Position) -> Mapping[str, Standing]:
    """Models, and the objectives that lie on the table."""
    state = p.state
    models = {name: Standing(disc(p, m), state.units[m.unit].seat) for name, m in state.models.items()}
    marks = {name: Standing(marker(p, o)) for name, o in state.objectives.items() if not o.carrier}
    return models | marks


def measure(p: Position, a: str, b: str) -> float:
    """Base to base in three dimensions; to an objective, to the edge of its marker (WC-MEAS-1, -4, -8)."""
    state = p.state
    models = [state.models[n] for n in (a, b) if n in state.models]
    marks = [state.objectives[n] for n in (a, b) if n not in state.models]
    if len(models) == 2:
        return distance(p, models[0], models[1])
    return to_marker(p, models[0], marks[0]) if models else gap(marker(p, marks[0]), marker(p, marks[1]))


def status(p: Position, name: str) -> tuple[str, ...]:
    state = p.state
    m = state.models.get(name)
    if m is None:
        return ()
    unit, card = state.units[m.unit], p.rules.cards.units[m.card]
    found = [f"Arc {unit.arc}"] if unit.arc else []
    if card.health > 1:
        found.append(f"health {card.health - m.damage}/{card.health}")
    found += ["token"] if unit.token else []
    found += [p.rules.cards.effects[e]["name"] for e in m.effects]
    found += [f"carries {m.carrying}"] if m.carrying else []
    found += [f"up {text(m.z)}"] if m.z else []
    for player in state.players:
        found += [f"under {p.rules.cards.cyphers[card_id].name}" for card_id, on in player.in_play if on == m.unit]
    return tuple(found)


def board(p: Position, seat: int) -> list[str]:
    """Each player's cards by number, what is in play, and the reserves."""
    state = p.state
    lines = []
    for number in sorted((0, 1), key=lambda s: s != seat):
        player, name = state.players[number], "ab"[number]
        counts = f"hand {len(player.hand)}, rack {len(player.rack)}, pile {len(player.discard)}"
        reserve = [n for n, u in state.units.items() if u.seat == number and u.place == RESERVE]
        edge = "south" if state.sides[number] == 0 else "north"
        lines.append(f"{name} plays from the {edge}: {counts}; in reserve {', '.join(reserve) or 'nothing'}")
        lines += [
            f"{name} has {p.rules.cards.cyphers[card].name} in play" + (f" on {unit}" if unit else "")
            for card, unit in player.in_play
        ]
    return lines


def describe(p: Position, name: str) -> list[str] | None:
    """A model, a unit, a seat, an objective; or a card by its id or name: Cypher, weapon, special rule."""
    state = p.state
    if name in state.models:
        return _model(p, name, state.models[name])
    known = facts(p, name)
    if known is None:
        return _card(p.rules.cards, name)
    return [*(_printed(p, name) if name in state.units else ()), *fact_lines(known)]


def _model(p: Position, name: str, m: Model) -> list[str]:
    state = p.state
    known = facts(p, name) or {}
    unit, card = state.units[m.unit], p.rules.cards.units[m.card]
    lines = [f"{card.name}, {card.type.replace('_', ' ')} of seat {'ab'[unit.seat]}" + _cortex(unit.cortex)]
    lines.append(", ".join(f"{stat} {text(known[stat] * MILLI)}" for stat in STATS if stat in known))
    if phrases := status(p, name):
        lines.append(", ".join(phrases))
    lines += [weapon_line(p.rules.cards.weapon(slot), slot) for slot in weapons_of(p, name)]
    for rule in sorted(printed_rules(p.rules.cards, m.card, unit.cortex)):
        entry = p.rules.cards.special.get(rule)
        if entry is not None:
            lines.append(f"{entry['name']} ({entry['kind']}): {entry['text']}")
    return lines


def _printed(p: Position, unit: str) -> list[str]:
    """A unit by its card: what it costs and brings, also in reserve."""
    state = p.state
    u, card = state.units[unit], unit_card(p, unit)
    kind = f"{card.type.replace('_', ' ')} of {card.size}" if card.size > 1 else card.type.replace("_", " ")
    lines = [f"{card.name}, {kind}, DC {card.dc}" + _cortex(u.cortex)]
    lines.append(", ".join(f"{stat} {value}" for stat, value in card.stats.items()))
    return lines + [weapon_line(p.rules.cards.weapon(slot), slot) for slot in u.weapons or card.weapons]


def _cortex(cortex: str) -> str:
    return f", {cortex.replace('_', ' ')} cortex" if cortex else ""


def weapon_line(weapon: Weapon, slot: str) -> str:
    power = "" if weapon.pow is None else f", POW {weapon.pow}"
    extra = ", ".join((*weapon.energy, *weapon.quality, *weapon.rules, *weapon.modes))
    return f"{slot}: {weapon.kind}, RNG {text(weapon.rng)}{power}" + (f", {extra.replace('_', ' ')}" if extra else "")


def _card(cards: Library, name: str) -> list[str] | None:
    wanted = " ".join(name.casefold().replace("_", " ").split())
    for key, cypher in cards.cyphers.items():
        if wanted in (key.replace("_", " "), cypher.name.casefold()):
            return [f"{cypher.name}, a {cypher.type} Cypher on {cypher.target}, lasts: {cypher.expiry}", cypher.text]
    for key, weapon in cards.weapons.items():
        if wanted in (key.replace("_", " "), weapon.name.casefold()):
            return [weapon_line(weapon, weapon.name)]
    for key, rule in cards.special.items():
        if wanted in (key.replace("_", " "), rule["name"].casefold()):
            return [f"{rule['name']} ({rule['kind']}): {rule['text']}"]
    return None

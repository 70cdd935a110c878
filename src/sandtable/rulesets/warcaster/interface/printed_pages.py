"""Units, weapons, Cyphers and special rules as printed, without a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.core.sheets import RuleText, Sheet, Stat, WeaponSheet
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.state.cards import Card, Cypher, Library, Weapon


def pages(cards: Library) -> Iterator[Sheet]:
    """Units, then weapons, Cyphers and special rules, each in the order of the data."""
    for card in cards.units.values():
        yield unit_page(cards, card)
    for weapon in cards.weapons.values():
        rules = tuple(rule_texts(cards, weapon.rules))
        yield Sheet(
            id=weapon.id, kind="weapon", title=weapon.name, subtitle=kind_of(weapon), stats=figures(weapon), rules=rules
        )
    for cypher in cards.cyphers.values():
        yield cypher_page(cypher)
    for id, rule in cards.special.items():
        yield Sheet(id=id, kind="rule", title=rule["name"], subtitle=f"{rule['kind']} rule", text=rule["text"])


def unit_page(cards: Library, card: Card) -> Sheet:
    size = f" of {card.size}" if card.size > 1 else ""
    factions = ", ".join(words(faction) for faction in card.factions)
    stats = [Stat(name, str(value)) for name, value in card.stats.items()]
    stats += [Stat("Health", str(card.health)), Stat("DC", str(card.dc)), Stat("Base", card.base.name)]
    stats += [Stat("WP", str(card.wp))] if card.wp else []
    stats += [Stat("Arc Relay", f'{text(card.arc_relay)}"')] if card.arc_relay else []
    return Sheet(
        id=card.id,
        kind="unit",
        title=card.name,
        subtitle=f"{words(card.type)}{size}, {factions}" + (", Wild Card" if card.wild else ""),
        text="\n".join(choices(cards, card)),
        stats=tuple(stats),
        weapons=tuple(weapon_sheet(cards.weapons[w]) for w in (*card.weapons, *card.builtin) if w in cards.weapons),
        rules=tuple(rule_texts(cards, (*card.charge, *card.spike, *card.passive, *card.actions))),
    )


def choices(cards: Library, card: Card) -> Iterator[str]:
    """What a warjack may be built with, and what an attachment joins."""
    if card.cortexes:
        yield "Cortex: one of " + ", ".join(words(cortex) for cortex in card.cortexes) + "."
    for hardpoint, many in card.hardpoints.items():
        offered = (cards.weapons[w] for w in card.options.get(hardpoint, ()) if w in cards.weapons)
        yield f"{words(hardpoint)} hardpoints: {many}; " + ", ".join(f"{w.name} ({w.wp} WP)" for w in offered) + "."
    if card.attach_to:
        names = (cards.units[unit].name if unit in cards.units else words(unit) for unit in card.attach_to)
        yield "Joins: " + ", ".join(names) + "."


def weapon_sheet(weapon: Weapon) -> WeaponSheet:
    return WeaponSheet(weapon.id, weapon.name, figures(weapon), tuple(map(words, (*weapon.rules, *weapon.modes))))


def figures(weapon: Weapon) -> tuple[Stat, ...]:
    found = [Stat("RNG", text(weapon.rng))]
    found += [] if weapon.pow is None else [Stat("POW", str(weapon.pow))]
    traits = (*weapon.energy, *weapon.quality)
    found += [Stat("Type", ", ".join(map(words, traits)))] if traits else []
    found += [Stat("WP", str(weapon.wp))] if weapon.wp else []
    return tuple(found)


def kind_of(weapon: Weapon) -> str:
    return f"{weapon.kind} weapon" + (f", {words(weapon.hardpoint)} hardpoint" if weapon.hardpoint else "")


def rule_texts(cards: Library, rules: Iterable[str]) -> Iterator[RuleText]:
    for rule in rules:
        entry = cards.special.get(rule)
        if entry is not None:
            yield RuleText(f"{entry['name']} ({entry['kind']})", entry["text"])


def cypher_page(cypher: Cypher) -> Sheet:
    stats = [Stat("Target", words(cypher.target)), Stat("Lasts", words(cypher.expiry))]
    stats += [Stat("POW", str(cypher.pow))] if cypher.pow is not None else []
    return Sheet(
        id=cypher.id,
        kind="card",
        title=cypher.name,
        subtitle=f"{words(cypher.type)} Cypher",
        stats=tuple(stats),
        rules=(RuleText(cypher.name, cypher.text, cypher.rule),),
    )


def words(id: str) -> str:
    return id.replace("_", " ").capitalize()

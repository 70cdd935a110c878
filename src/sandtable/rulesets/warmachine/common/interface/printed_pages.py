"""Models, spells and feats as printed, without a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from sandtable.core import Rulebook
from sandtable.core.sheets import GridBox, RuleText, Sheet, Stat, WeaponSheet
from sandtable.rulesets.warmachine.common.interface.names import printed, words
from sandtable.rulesets.warmachine.common.state.cards import HULL, MELEE, Entry, ModelCard, Spell, Weapon, slots
from sandtable.rulesets.warmachine.common.state.rules import WarmachineRules

ORDER = ("SPD", "STR", "MAT", "RAT", "DEF", "ARM", "CMD", "FOC")


def pages(rules: WarmachineRules) -> Iterator[Sheet]:
    """Models in the order of the data, then spells, feats and special rules."""
    cards = rules.cards
    for id, card in cards.models.items():
        yield model_page(rules, id, card)
    for id, spell in cards.spells.items():
        yield spell_page(id, spell)
    for id, feat in cards.feats.items():
        yield Sheet(id=id, kind="card", title=feat.name, subtitle="feat, once a game", text=feat.text)
    for rule in cards.abilities:
        for found in rule_texts(rules, (rule,)):
            yield Sheet(id=rule, kind="rule", title=found.name, subtitle="special rule", text=found.text)


def model_page(rules: WarmachineRules, id: str, card: ModelCard) -> Sheet:
    figures = [Stat("Boxes", str(card.most)), Stat("Base", card.base)]
    entry = next((e for e in rules.cards.entries.values() if any(m.model == id for m in e.members)), None)
    figures += [] if entry is None or not entry.cost else [Stat("Cost", cost_of(entry))]
    return Sheet(
        id=id,
        kind="unit",
        title=card.name,
        subtitle=subtitle(card),
        text=magic(rules, card),
        stats=(*(Stat(name, str(card.stats[name])) for name in ORDER if name in card.stats), *figures),
        weapons=tuple(weapon_sheet(card, slot, weapon) for slot, weapon in slots(card.weapons)),
        rules=tuple(rule_texts(rules, (*card.abilities, *card.orders))),
        grid=boxes(card, ()),
    )


def cost_of(entry: Entry) -> str:
    if entry.max_cost:
        return f"{entry.cost} or {entry.max_cost}"
    return f"{entry.cost}, {entry.per_extra} for each more" if entry.per_extra else str(entry.cost)


def subtitle(card: ModelCard) -> str:
    return f"{card.size} {card.kind}".strip() + f", {card.faction.title()}, {card.base} base"


def magic(rules: WarmachineRules, card: ModelCard) -> str:
    """Spells and feat of a warcaster, a line each."""
    cards = rules.cards
    lines = [f"{cards.spells[id].name} ({figures_of(cards.spells[id])}): {cards.spells[id].text}" for id in card.spells]
    if card.feat:
        lines.append(f"Feat: {cards.feats[card.feat].name}. {cards.feats[card.feat].text}")
    return "\n".join(lines)


def figures_of(spell: Spell) -> str:
    parts = [f"cost {spell.cost}"]
    parts += [f"RNG {spell.rng}"] if spell.rng else ["RNG caster" if spell.caster else "RNG control area"]
    parts += [f"AOE {spell.aoe}"] if spell.aoe else []
    parts += [f"POW {spell.pow}"] if spell.pow else []
    parts += ["upkeep"] if spell.upkeep else []
    return ", ".join(parts)


def spell_page(id: str, spell: Spell) -> Sheet:
    stats = [Stat("COST", str(spell.cost))]
    stats += [Stat("RNG", str(spell.rng) if spell.rng else "caster" if spell.caster else "control area")]
    stats += [Stat(name, str(value)) for name, value in (("AOE", spell.aoe), ("POW", spell.pow)) if value]
    stats += [Stat("UP", "yes" if spell.upkeep else "no"), Stat("OFF", "yes" if spell.offensive else "no")]
    return Sheet(id=id, kind="card", title=spell.name, subtitle="spell", text=spell.text, stats=tuple(stats))


def weapon_sheet(card: ModelCard, slot: str, weapon: Weapon, lost: bool = False) -> WeaponSheet:
    """Melee weapons have P+S, others POW."""
    if weapon.kind == MELEE:
        strength = card.stats.get("STR", 0)
        stats = [Stat("RNG", '2"' if "reach" in weapon.traits else '0.5"'), Stat("POW", str(weapon.pow))]
        stats.append(Stat("P+S", str(strength + weapon.pow)))
    else:
        stats = [Stat("RNG", f"SP {weapon.rng}" if weapon.spray else str(weapon.rng)), Stat("ROF", str(weapon.rof))]
        stats += [Stat("AOE", str(weapon.aoe))] if weapon.aoe else []
        stats.append(Stat("POW", str(weapon.pow)))
    stats += [Stat("in", {"L": "left arm", "R": "right arm", "H": "head"}.get(weapon.loc, weapon.loc))] * bool(
        weapon.loc
    )
    return WeaponSheet(slot, weapon.name, tuple(stats), tuple(words(t).capitalize() for t in weapon.traits), lost)


def boxes(card: ModelCard, marks: tuple[int, ...]) -> tuple[GridBox, ...]:
    """The damage grid of a warjack, columns and rows from 1."""
    found = []
    for column, letters in enumerate(card.grid):
        mark = marks[column] if marks else 0
        for row, letter in enumerate(letters):
            system = "" if letter == HULL else letter
            found.append(GridBox(column + 1, row + 1, system, bool(mark >> row & 1)))
    return tuple(found)


def rule_texts(rules: WarmachineRules, ids: Iterable[str]) -> Iterator[RuleText]:
    """Special rules by id: the rulebook's text where a rule has their name, otherwise that of the card."""
    known, titles = printed(rules.cards), _titles(rules.rulebook)
    for id in dict.fromkeys(ids):
        ability = rules.cards.abilities.get(id)
        name = known.get(id, words(id).title())
        rule = titles.get(name.casefold())
        if rule:
            found = rules.rulebook[rule]
            yield RuleText(name, " ".join(found.text.split()), rule)
        else:
            yield RuleText(name, ability.text if ability is not None else "")


@cache
def _titles(book: Rulebook) -> dict[str, str]:
    """Rules by what stands before the first colon of their title."""
    found: dict[str, str] = {}
    for rule in book:
        found.setdefault(rule.title.partition(":")[0].casefold(), rule.id)
    return found

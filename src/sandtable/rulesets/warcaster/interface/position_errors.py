"""What is wrong with a scenario position beyond single keys: what a card allows, names that other keys give.

Where bases stand, Arc, cards held twice and the like are the invariants' part (`invariants`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.core import BadSetup
from sandtable.core.form_parts import nearest
from sandtable.core.forms import Fault
from sandtable.geometry.units import milli
from sandtable.rulesets.warcaster.missions.mission_objectives import objectives_of
from sandtable.rulesets.warcaster.state.cards import Card, Library
from sandtable.rulesets.warcaster.state.table import PLAY, REMOVED, RESERVE
from sandtable.rulesets.warcaster.terrain.features import Feature, Map, read_feature
from sandtable.tabletop.terrain.laid_out import terrain_faults

SEATS = {"a": 0, "b": 1}
BY_TROOPER = ("damage", "effects", "carrying", "on", "z")
ON_TABLE = ("arc", "token", "damage", "effects", "barred", "carrying", "on", "z", "lost")


def position_errors(cards: Library, given: Mapping[str, Any]) -> Iterator[Fault]:
    pieces = given.get("pieces", {})
    for name, raw in pieces.items():
        for fault in _piece(cards, name, raw):
            yield Fault(("pieces", name, *fault.path), fault.text)
    yield from _carried(cards, given)
    yield from _table(cards, given)
    turn = given.get("turn", {})
    if turn.get("step") == "end_of_pulse" and turn.get("box", cards.turns_each) != cards.turns_each:
        last = cards.turns_each
        yield Fault(("turn", "box"), f"the Pulse round ends after box {last}, not {turn['box']}; leave it out")
    for seat, raw in given.get("seats", {}).items():
        for fault in _seat(given, raw):
            yield Fault(("seats", seat, *fault.path), fault.text)


def mission_of(given: Mapping[str, Any]) -> str:
    """Without a mission the table is that of a skirmish, and empty."""
    return str(given.get("mission", "boiling_point"))


def table_size(cards: Library, given: Mapping[str, Any]) -> int:
    inches = given.get("table", {}).get("size", cards.missions[mission_of(given)]["table"])
    return milli(inches)


def read_features(cards: Library, terrain: Sequence[Mapping[str, Any]]) -> tuple[list[Feature], list[Fault]]:
    """The terrain that can be read, and what is wrong with the rest."""
    features: list[Feature] = []
    faults: list[Fault] = []
    for n, raw in enumerate(terrain, 1):
        try:
            features.append(read_feature(cards, raw, f"{raw.get('kind', 'feature')}_{n}"))
        except BadSetup as e:
            faults += e.faults_at(("table", "terrain", str(n)))
    return features, faults


def models_of(card: Card, name: str, attachments: list[str]) -> list[str]:
    """The models of a piece at full strength, attachments last."""
    if card.type != "squad":
        return [name]
    return [f"{name}.{n}" for n in range(1, card.size + 1)] + [f"{name}.{a}" for a in attachments]


def place_of(raw: Mapping[str, Any]) -> str:
    return str(raw.get("place", PLAY if "at" in raw else RESERVE))


def spots_of(raw: Mapping[str, Any]) -> list[Any]:
    """The places of a piece: one alone, or a list."""
    spots = raw.get("at", [])
    return [spots] if spots and not any(isinstance(s, list | tuple | None.__class__) for s in spots) else list(spots)


def lost_of(raw: Mapping[str, Any], name: str, own: list[str]) -> list[str] | None:
    """The troopers said to be lost; None: nothing is said."""
    if "lost" not in raw:
        return None
    tails = {model.rpartition(".")[2]: model for model in own}
    return [tails.get(str(each), f"{name}.{each}" if str(each) not in own else str(each)) for each in raw["lost"]]


def _piece(cards: Library, name: str, raw: Mapping[str, Any]) -> Iterator[Fault]:
    card, place = cards.units[raw["unit"]], place_of(raw)
    own = models_of(card, name, raw.get("attachments", []))
    if "." in name:
        yield Fault((), "a name without a dot: troopers are called squad.1, squad.2")
    if place == PLAY and not any(spots_of(raw)):
        yield Fault(("at",), "is missing: a unit in play stands somewhere")
    if place != PLAY:
        kept = [key for key in ("at", *ON_TABLE) if raw.get(key)]
        if kept:
            yield Fault((), f"in {place} it has no {', '.join(kept)} (WC-UNIT-5)")
    if place == REMOVED and not card.hero:
        yield Fault(("place",), f"only Heroes leave the game, and {card.name} is none")
    yield from _models(card, raw, name, own)
    yield from _printed(cards, card, raw)


def _models(card: Card, raw: Mapping[str, Any], name: str, own: list[str]) -> Iterator[Fault]:
    spots, lost = spots_of(raw), lost_of(raw, name, own)
    if lost is not None:
        unknown = [model for model in lost if model not in own]
        if card.type != "squad":
            yield Fault(("lost",), f"only squads lose troopers, and {card.name} is a {card.type.replace('_', ' ')}")
        elif unknown:
            yield Fault(("lost",), f"{card.name} has {', '.join(own)}, not {', '.join(unknown)}")
        elif len(spots) != len(own) - len(lost):
            number = len(own) - len(lost)
            yield Fault(("at",), f"{number} places for those not lost, {len(spots)} given")
    elif len(spots) > len(own):
        yield Fault(("at",), f"{card.name} has {len(own)} model{'s'[: len(own) - 1]}, {len(spots)} places given")
    tails = {*own, *(model.rpartition(".")[2] for model in own)}
    for key in BY_TROOPER:
        if isinstance(raw.get(key), Mapping):
            for part in raw[key]:
                if part not in tails:
                    yield Fault((key,), f"no trooper {part!r}; {name} has {', '.join(own)}")
    if isinstance(raw.get("damage"), int) and raw["damage"] and len(own) > 1:
        return
    health = max(1, card.health)
    damage = raw.get("damage", 0)
    if isinstance(damage, int) and damage >= health:
        yield Fault(("damage",), f"less than its health of {health}, not {damage}; whoever has no health left is gone")


def _printed(cards: Library, card: Card, raw: Mapping[str, Any]) -> Iterator[Fault]:
    """Cortex, weapons, attachments, effects: what the card has (WC-JACK-1, WC-JACK-3, WC-ATTACH-1)."""
    limit = cards.arc_limit(card)
    if raw.get("arc", 0) > limit:
        yield Fault(("arc",), f"{card.name} holds up to {limit}, not {raw['arc']} (WC-ARC-4)")
    if "cortex" in raw and raw["cortex"] not in card.cortexes:
        yield Fault(
            ("cortex",), f"{card.name} has {_listed(card.cortexes, 'no cortex')}, not {raw['cortex']} (WC-JACK-1)"
        )
    able = {*card.builtin, *card.weapons, *(w for options in card.options.values() for w in options)}
    for weapon in raw.get("weapons", ()):
        if weapon not in able:
            near = nearest(weapon, able)
            hint = f"; did you mean {near}?" if near else f"; it carries {', '.join(sorted(able)) or 'nothing'}"
            yield Fault(("weapons",), f"{card.name} cannot carry {weapon} (WC-JACK-3){hint}")
    for attached in raw.get("attachments", ()):
        joins = cards.units[attached].attach_to
        if card.type != "squad" or not {card.id, *card.tags} & set(joins):
            yield Fault(("attachments",), f"{attached} joins squads of {', '.join(joins)}, not {card.id} (WC-ATTACH-1)")
    effects = raw.get("effects", ())
    every = [e for own in effects.values() for e in own] if isinstance(effects, Mapping) else effects
    if every and card.type == "void_gate":
        yield Fault(("effects",), "a gate has no continuous effects (WC-CE-1)")
    if ("system_failure" in every) != bool(raw.get("barred")):
        told = "melee or ranged, with system_failure among the effects"
        yield Fault(("barred",), f"{told}: the two go together (WC-CE-9)")


def _listed(names: tuple[str, ...], none: str) -> str:
    return ", ".join(names) or none


def _carried(cards: Library, given: Mapping[str, Any]) -> Iterator[Fault]:
    """Only portable objectives of this table can be carried."""
    set_out = objectives_of(cards, given["mission"]) if "mission" in given else {}
    kinds = {name: o.kind for name, o in set_out.items()}
    for name, raw in given.get("objectives", {}).items():
        kinds[name] = raw.get("kind", kinds.get(name, "permanent"))
    portable = sorted(name for name, kind in kinds.items() if kind == "portable")
    for name, raw in given.get("pieces", {}).items():
        carried = raw.get("carrying", "")
        for thing in carried.values() if isinstance(carried, Mapping) else (carried,):
            if thing and thing not in portable:
                why = f"{thing!r} cannot be carried" if thing in kinds else f"no objective {thing!r}"
                yield Fault(("pieces", name, "carrying"), f"{why}; portable here: {', '.join(portable) or 'none'}")
    for seat, raw in given.get("seats", {}).items():
        for name in raw.get("scored", ()):
            if name not in kinds:
                known = ", ".join(sorted(kinds)) or "none"
                yield Fault(("seats", seat, "scored"), f"no objective {name!r}; objectives: {known}")


def _table(cards: Library, given: Mapping[str, Any]) -> Iterator[Fault]:
    table = given.get("table", {})
    if "map" in table:
        if extra := [key for key in ("size", "terrain") if key in table]:
            yield Fault(("table",), f"either a map or {' and '.join(extra)}, not both")
        return
    features, faults = read_features(cards, table.get("terrain", ()))
    yield from faults
    if not faults:
        laid = Map(size=table_size(cards, given))
        yield from (Fault(("table", "terrain", str(n)), text) for n, text in terrain_faults(laid, features))


def _seat(given: Mapping[str, Any], raw: Mapping[str, Any]) -> Iterator[Fault]:
    pieces = given.get("pieces", {})
    for card, unit in raw.get("in_play", {}).items():
        if unit not in pieces:
            near = nearest(unit, pieces)
            yield Fault(("in_play", card), f"no piece {unit!r}" + (f"; did you mean {near}?" if near else ""))

"""The pieces of a scenario file as single models: whole units taken apart, cards found, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.form_parts import nearest
from sandtable.core.forms import Fault
from sandtable.rulesets.warmachine.common.interface.position_form import STATES, card_names
from sandtable.rulesets.warmachine.common.setup.muster import PREFIXES, Muster, short
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS, Entry, Library, Listed, ModelCard

BY_TROOPER = ("facing", "damage", "effects", *STATES)
OF_TROOPERS = ("unit", "role")
NUMBER = re.compile(r"(_\d+|\.\d+)$")


def written_models(cards: Library, pieces: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Every model by name, with the id of its card."""
    found: dict[str, Mapping[str, Any]] = {}
    for name, raw in pieces.items():
        found.update(_unit(cards, name, raw) if is_unit(raw) else [(name, {**raw, "card": _card(cards, name, raw)})])
    return found


def is_unit(raw: Mapping[str, Any]) -> bool:
    """Whether it has a place for each of several troopers."""
    return any(isinstance(spot, list | tuple | None.__class__) for spot in raw["at"])


def card_named(cards: Library, name: str) -> str | None:
    """The card a piece's name means: its id, with or without the faction's prefix, and without a number."""
    return _known(name, cards.models)


def entry_named(cards: Library, name: str) -> str | None:
    """The unit a piece's name means."""
    return _known(name, {key: e for key, e in cards.entries.items() if e.kind in ("unit", "crew")})


def _known(name: str, known: Mapping[str, object]) -> str | None:
    for wanted in (name, NUMBER.sub("", name)):
        for prefix in ("", *PREFIXES):
            if prefix + wanted in known:
                return prefix + wanted
    return None


def _card(cards: Library, name: str, raw: Mapping[str, Any]) -> str:
    """The card of a model; a unit's name stands for the trooper of the role."""
    said = raw.get("card", name)
    found, entry = card_named(cards, said), cards.entries.get(entry_named(cards, said) or "")
    if entry is None or (found and "role" not in raw):
        return found or ""
    own = next((m.model for m in entry.members if m.role == raw.get("role", "grunt")), "")
    return own or found or entry.members[-1].model


def troopers(cards: Library, entry: str, raw: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Card and role of each model of a unit, as many as there are places; an attachment's come last."""
    attachment = raw.get("attachment", "")
    attached = sum(m.count for m in cards.entries[attachment].members) if attachment else 0
    size = max(len(raw["at"]) - attached, 1)
    line = Listed(entry=entry, models=size, attachment=attachment)
    every = list(Muster(cards).roles(line, cards.entries[entry]))
    own = len(every) - attached
    return every[:size] + every[own:] if own > size else every


def _unit(cards: Library, name: str, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    entry = entry_named(cards, raw.get("card", name)) or ""
    shared = {key: value for key, value in raw.items() if key not in ("at", "attachment", "spells")}
    for n, (spot, (card, role)) in enumerate(zip(raw["at"], troopers(cards, entry, raw), strict=True), 1):
        if spot is not None:
            own = {key: value[str(n)] for key in BY_TROOPER if str(n) in (value := _table(raw, key))}
            rest = {key: value for key, value in shared.items() if key not in BY_TROOPER or not _table(raw, key)}
            yield f"{name}.{n}", {**rest, **own, "at": spot, "card": card, "unit": name, "role": role, "entry": entry}


def _table(raw: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """What is given by trooper."""
    value = raw.get(key)
    return value if isinstance(value, Mapping) else {}


def piece_faults(cards: Library, given: Mapping[str, Any]) -> Iterator[Fault]:
    pieces = given.get("pieces", {})
    for name, raw in pieces.items():
        for fault in _piece(cards, name, raw):
            yield Fault(("pieces", name, *fault.path), fault.text)
        for spell, caster in raw.get("spells", {}).items():
            yield from _no_piece(pieces, caster, ("pieces", name, "spells", spell))
        if raw.get("master"):
            yield from _no_piece(pieces, raw["master"], ("pieces", name, "master"))
    units = {raw["unit"] for raw in pieces.values() if raw.get("unit")}
    for key in ("feats", "activated"):
        for name in given.get(key, ()):
            yield from _no_piece({**pieces, **dict.fromkeys(units)}, name, (key,))


def _no_piece(pieces: Mapping[str, Any], name: str, path: tuple[str, ...]) -> Iterator[Fault]:
    if name not in pieces and name.rpartition(".")[0] not in pieces:
        near = nearest(name, pieces)
        yield Fault(path, f"no piece {name!r}" + (f"; did you mean {near}?" if near else ""))


def _piece(cards: Library, name: str, raw: Mapping[str, Any]) -> Iterator[Fault]:
    said = raw.get("card", name)
    entry, card = entry_named(cards, said), card_named(cards, said)
    if entry is None and card is None:
        near = nearest(said, card_names(cards), card_names(cards))
        yield Fault(("card",), f"no card {said!r}" + (f"; did you mean {short(near)}?" if near else ""))
    elif is_unit(raw):
        yield from _whole_unit(cards, said, entry, raw)
    else:
        for key in BY_TROOPER:
            if _table(raw, key):
                yield Fault((key,), "by trooper only where a unit has a list of places")
        own = cards.models[_card(cards, name, raw)]
        if raw.get("focus") and not holds_focus(own):
            yield Fault(("focus",), f"{own.name} holds none: only warcasters and warjacks do")
        if raw.get("unit") and own.kind != "trooper":
            yield Fault(("unit",), f"{own.name} is no trooper and belongs to no unit")
        yield from _boxes(own, raw)


def _whole_unit(cards: Library, said: str, entry: str | None, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if entry is None:
        yield Fault(("at",), f"{said} is no unit: one place [x, y]")
        return
    for key in OF_TROOPERS:
        if key in raw:
            yield Fault((key,), "of single troopers only; a list of places is a whole unit")
    unit, several = cards.entries[entry], len(raw["at"])
    if raw.get("focus"):
        yield Fault(("focus",), f"{unit.name} holds none: only warcasters and warjacks do")
    if raw.get("attachment") and cards.entries[raw["attachment"]].joins != entry:
        yield Fault(("attachment",), f"{raw['attachment']} joins {cards.entries[raw['attachment']].joins}, not {entry}")
    elif len(troopers(cards, entry, raw)) != several:
        yield Fault(("at",), f"{unit.name} has {_sizes(unit)} models, {several} places given; null for a lost one")
    for key in BY_TROOPER:
        for part in _table(raw, key):
            if not part.isdecimal() or not 1 <= int(part) <= several:
                yield Fault((key,), f"no trooper {part!r}; 1 to {several}")
    if len(troopers(cards, entry, raw)) == several:
        models = [own for _, own in _unit(cards, "", {**raw, "card": entry})]
        yield from dict.fromkeys(fault for own in models for fault in _boxes(cards.models[own["card"]], own))


def holds_focus(card: ModelCard) -> bool:
    return card.kind in ("warcaster", "warjack")


def _sizes(unit: Entry) -> str:
    return " or ".join(map(str, unit.sizes)) or str(sum(m.count for m in unit.members))


def _boxes(printed: ModelCard, raw: Mapping[str, Any]) -> Iterator[Fault]:
    damage = 0 if _table(raw, "damage") else raw.get("damage", 0)
    if damage >= printed.most:
        told = f"less than its {printed.most} boxes, not {damage}; whoever has none left is gone"
        yield Fault(("damage",), told)
    if not printed.grid:
        for key in ("marks", "columns"):
            if raw.get(key):
                yield Fault((key,), f"{printed.name} has no grid")
        return
    for n, (marked, column) in enumerate(zip(raw.get("columns", ()), printed.grid, strict=False), 1):
        if marked > len(column):
            yield Fault(("columns", str(n)), f"column {n} has {len(column)} boxes, not {marked}")
    own = {letter for column in printed.grid for letter in column}
    for system in raw.get("marks", ()):
        if system not in own:
            listed = ", ".join(f"{letter} {SYSTEMS[letter]}" for letter in sorted(own))
            yield Fault(("marks",), f"{printed.name} has no system {system!r}; it has {listed}")

"""Setting up: forces, mission, table, hands, who goes first (WC-SETUP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import Ask, BadSetup, Call, Draft, Frame, Next, Pool, Return, Roll, Untied, Wait, choice
from sandtable.geometry.units import milli
from sandtable.rulesets.warcaster.cards import library, slots
from sandtable.rulesets.warcaster.events import FirstChosen, SidesChosen
from sandtable.rulesets.warcaster.ground import Feature, Map, read_map
from sandtable.rulesets.warcaster.initial import InitialDeployment
from sandtable.rulesets.warcaster.rack import Draw
from sandtable.rulesets.warcaster.state import OTHER, Objective, Player, Table, Unit
from sandtable.rulesets.warcaster.stats import HandSize
from sandtable.rulesets.warcaster.turn import Battle

DEFAULT = {
    "mission": "boiling_point",
    "skirmish": ("marcher_box", "continuum_box"),
    "primary": ("marcher_full", "continuum_full"),
}


def new_table(options: Mapping[str, Any]) -> Table:
    """The table before anything is rolled."""
    known = {"mission", "forces", "map", "mercy", "secondaries"}
    if unknown := set(options) - known:
        raise BadSetup(f"unknown option {', '.join(sorted(unknown))}; known: {', '.join(sorted(known))}")
    mission = options.get("mission", DEFAULT["mission"])
    if mission not in library().missions:
        raise BadSetup(f"no mission {mission!r}; missions: {', '.join(library().missions)}")
    raw = library().missions[mission]
    names = options.get("forces", DEFAULT["skirmish" if raw["kind"] == "skirmish" else "primary"])
    table = choose_map(options.get("map"), mission)
    forces = [force_named(n) for n in names]
    units = name_units(forces)
    secondaries = options.get("secondaries", ("", ""))
    players = tuple(
        Player(
            rack=tuple(sorted(f["rack"])),
            attachments=tuple(f.get("attachments", {}).items()),
            secondary=secondaries[seat],
        )
        for seat, f in enumerate(forces)
    )
    return Table(
        map=table,
        mission=mission,
        units=units,
        models={},
        players=(players[0], players[1]),
        objectives=objectives_of(mission),
        mercy=options.get("mercy", True),
    )


def force_named(name: str) -> Mapping[str, Any]:
    if name not in library().forces:
        raise BadSetup(f"no force {name!r}; forces: {', '.join(library().forces)}")
    return library().forces[name]


def objectives_of(mission: str) -> dict[str, Objective]:
    return {
        o["id"]: Objective(
            kind=o["kind"],
            x=milli(o["at"][0]),
            y=milli(o["at"][1]),
            number=o.get("number", 0),
            side=o.get("side", ""),
            terrain=o.get("terrain", False),
        )
        for o in library().missions[mission]["objectives"]
    }


def choose_map(name: Any, mission: str) -> Map:
    """A map by name, or one of the mission's size; objectives that are terrain become obstacles (WC-OBJ-7)."""
    size = milli(library().missions[mission]["table"])
    fitting = [n for n, m in library().maps.items() if milli(m["table"]) == size]
    if isinstance(name, Map):
        table = name
    elif name is None or name in fitting:
        table = read_map(name or fitting[0])
    else:
        raise BadSetup(f"no map {name!r} for {mission}; maps: {', '.join(fitting)}")
    return with_markers(table, objectives_of(mission))


def with_markers(table: Map, objectives: Mapping[str, Objective]) -> Map:
    marks = library().markers["permanent"]
    extra = tuple(
        Feature(id=name, kind="obstacle", disc=(o.x, o.y, marks["radius"]), height=marks["terrain_height"], cover=True)
        for name, o in objectives.items()
        if o.terrain
    )
    return table.but(features=(*table.features, *extra))


def name_units(forces: list[Mapping[str, Any]]) -> dict[str, Unit]:
    """Every unit of both forces in reserve. Names are the card's, numbered where there are several."""
    entries: list[tuple[int, str, tuple[str, ...], str]] = []
    for seat, force in enumerate(forces):
        for raw in (*force["units"], *({"unit": h} for h in force.get("heroes", ()))):
            card = library().units[raw["unit"]]
            carried = (*card.builtin, *raw.get("arm", ()), *raw.get("shoulder", ()))
            weapons = slots(carried) if card.type == "warjack" else ()
            entries.append((seat, card.id, weapons, raw.get("cortex", "")))
    total: dict[str, int] = {}
    for _, card_id, _, _ in entries:
        total[card_id] = total.get(card_id, 0) + 1
    count: dict[str, int] = {}
    units = {}
    for seat, card_id, weapons, cortex in entries:
        count[card_id] = count.get(card_id, 0) + 1
        name = card_id if total[card_id] == 1 else f"{card_id}_{count[card_id]}"
        units[name] = Unit(seat=seat, card=card_id, weapons=weapons, cortex=cortex)
    return units


class SetUp(Frame, frozen=True, kw_only=True):
    """Hands, the first-player roll, sides, initial deployment, then the first turn (WC-SETUP-1)."""

    winner: int = 0

    def start(self, d: Draft) -> Next:
        return Call(Draw(seat=0, upto=d.value(HandSize(0))), then=self.other_hand)

    def other_hand(self, d: Draft, *ignored: Any) -> Next:
        return Call(Draw(seat=1, upto=d.value(HandSize(1))), then=self.roll_off)

    def roll_off(self, d: Draft, *ignored: Any) -> Next:
        pools = (Pool("seat a", (("d6", 1),), 0), Pool("seat b", (("d6", 1),), 1))
        return Wait(Roll("first player", pools, Untied(), "WC-SETUP-6"), then=self.rolled)

    def rolled(self, d: Draft, a: int, b: int) -> Next:
        winner = 0 if a > b else 1
        ask = Ask(
            winner,
            "go first, or second and choose the side",
            choice("go first", "go second", cite="WC-SETUP-6"),
            "go first",
            "WC-SETUP-6",
        )
        return Wait(ask, then=self.but(winner=winner).ordered)

    def ordered(self, d: Draft, key: str) -> Next:
        first = self.winner if key == "go first" else OTHER[self.winner]
        d.emit(FirstChosen(seat=first, cite="WC-SETUP-6"))
        chooser = OTHER[first]
        ask = Ask(
            chooser,
            "choose a table side",
            choice("near side", "far side", cite="WC-SETUP-6"),
            "near side" if chooser == 0 else "far side",
            "WC-SETUP-6",
        )
        return Wait(ask, then=self.but(winner=chooser).sided)

    def sided(self, d: Draft, key: str) -> Next:
        mine = 0 if key == "near side" else 1
        sides = (mine, 1 - mine) if self.winner == 0 else (1 - mine, mine)
        d.emit(SidesChosen(sides=sides, cite="WC-SETUP-6"))
        return Call(InitialDeployment(seat=d.state.first), then=self.second)

    def second(self, d: Draft, *ignored: Any) -> Next:
        return Call(InitialDeployment(seat=OTHER[d.state.first]), then=self.play)

    def play(self, d: Draft, *ignored: Any) -> Next:
        return Call(Battle(), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()

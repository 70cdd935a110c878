"""Setting up: armies, table and scenario by name, who goes first, deployment.

armies      two armies, by name or as lists of one's own
map         a table by name, `random`, or {random: SEED}; by default the first that suits the armies' size
table_seed  of a random table; without it a die decides
scenario    by name; by default the first
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import Ask, BadSetup, Call, Frame, Next, Pool, Return, Roll, Sequence, Start, Untied, Wait, choice
from sandtable.core.data_versions import list_name
from sandtable.rulesets.warmachine.common.lists.rosters import WarmachineRosters
from sandtable.rulesets.warmachine.common.setup.deployment import DeployAll
from sandtable.rulesets.warmachine.common.setup.muster import Muster
from sandtable.rulesets.warmachine.common.setup.tables_by_seed import (
    RANDOM,
    LayTable,
    generated,
    layout_for,
    read_seed,
    size_of,
)
from sandtable.rulesets.warmachine.common.state.cards import Army, Library
from sandtable.rulesets.warmachine.common.state.events import FirstChosen
from sandtable.rulesets.warmachine.common.state.rules import Draft, WarmachineRules
from sandtable.rulesets.warmachine.common.state.table import OTHER, Table
from sandtable.rulesets.warmachine.common.terrain.features import read_map
from sandtable.rulesets.warmachine.common.turn.battle import Battle
from sandtable.tabletop.position_files import unknown_keys, unknown_name
from sandtable.tabletop.terrain.features import Map

KNOWN = ("armies", "map", "table_seed", "scenario")
FIRST, SECOND = "go first", "go second"


def new_game(rules: WarmachineRules, options: Mapping[str, Any]) -> Start:
    cards = rules.cards
    faults = list(unknown_keys(options, KNOWN, "options"))
    names = options.get("armies", default_armies(cards))
    if not isinstance(names, list | tuple) or len(names) != 2:
        raise BadSetup(f"armies: two armies by name, not {names!r}"[:200])
    for name in names:
        if not isinstance(name, Mapping) and name not in cards.earlier:
            faults += unknown_name(name, cards.armies, "armies", "army")
    if faults:
        raise BadSetup("; ".join(faults))
    forces = armies(rules, names)
    raw = options.get("map") or next(n for n, m in cards.maps.items() if suits(m, forces))
    by_seed = raw == RANDOM or isinstance(raw, Mapping)
    scenario = options.get("scenario") or next(iter(cards.scenarios))
    if not by_seed:
        faults += unknown_name(raw, (*cards.maps, RANDOM), "map", "table")
        faults += ["table_seed: only a random table has one"] if options.get("table_seed") is not None else []
    faults += [*unknown_name(scenario, cards.scenarios, "scenario", "scenario")]
    if faults:
        raise BadSetup("; ".join(faults))
    seed = read_seed(raw, options.get("table_seed")) if by_seed else None
    layout = layout_for(cards, size_of_game(forces))
    muster = Muster(cards)
    for seat, force in enumerate(forces):
        muster.add(seat, force)
    state = Table(
        map=table(cards, raw, layout, seed),
        scenario=scenario,
        models={},
        status=muster.status,
        units=muster.units,
        armies=(title_of(names[0], forces[0]), title_of(names[1], forces[1])),
    )
    return Start(state, LayTable(layout=layout, then=SetUp()) if by_seed and seed is None else SetUp())


def armies(rules: WarmachineRules, names: Any) -> list[Army]:
    """By name, or as lists of one's own."""
    cards, lists = rules.cards, WarmachineRosters(rules.cards, rules.edition.building)
    return [
        lists.army(name) if isinstance(name, Mapping) else cards.earlier.get(name) or cards.armies[name]
        for name in names
    ]


def on_the_table_of_then(rules: WarmachineRules, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Before version 9 the first army alone decided the table, and a list of one's own played on the first one."""
    names, known = options.get("armies"), rules.cards.maps
    if options.get("map") or not isinstance(names, list | tuple):
        return options
    first = armies(rules, names[:1])
    now = {**options, "map": next(n for n, m in known.items() if suits(m, armies(rules, names)))}
    then = {**options, "map": next(n for n, m in known.items() if not first[0].size or suits(m, first))}
    return options if then == now else then


def table(cards: Library, raw: Any, layout: str, seed: int | None) -> Map:
    """The table by name or seed; blank where a die decides."""
    if isinstance(raw, str) and raw != RANDOM:
        return read_map(cards, raw)
    return generated(cards, layout, seed) if seed is not None else Map(size=size_of(cards.layouts[layout]), name=RANDOM)


def title_of(name: Any, force: Army) -> str:
    return list_name(name) if isinstance(name, str) else force.name


def default_armies(cards: Library) -> tuple[str, str]:
    boxes = [name for name, army in cards.armies.items() if army.size == "box"] or list(cards.armies)
    factions = {cards.armies[name].faction: name for name in reversed(boxes)}
    found = list(factions.values())
    return found[-1], found[0]


def suits(raw: Mapping[str, Any], forces: list[Army]) -> bool:
    """Whether a table is laid out for armies of this size."""
    size = size_of_game(forces)
    return not size or size in raw["sizes"]


def size_of_game(forces: list[Army]) -> str:
    """The size of the larger army; a list of one's own that is no battle box is of middle size at least."""
    sizes = [{"pair": "large", "": "middle"}.get(force.size, force.size) for force in forces]
    return max(sizes, key=("box", "middle", "large").index)


class SetUp(Frame, frozen=True, kw_only=True):
    """A roll-off, the winner says who is first, then deployment and the first turn."""

    winner: int = 0

    def start(self, d: Draft) -> Next:
        pools = (Pool("seat a", (("d6", 1),), 0), Pool("seat b", (("d6", 1),), 1))
        return Wait(Roll("first player", pools, Untied(), d.rules.cite("who is first player")), then=self.rolled)

    def rolled(self, d: Draft, a: int, b: int) -> Next:
        winner = 0 if a > b else 1
        cite = d.rules.cite("who is first player")
        ask = Ask(winner, "go first or second", choice(FIRST, SECOND, cite=cite), FIRST, cite)
        return Wait(ask, then=self.but(winner=winner).chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        first = self.winner if key == FIRST else OTHER[self.winner]
        d.emit(FirstChosen(seat=first, cite=d.rules.cite("who is first player")))
        return Call(Sequence(frames=d.rules.before_deployment(d)), then=self.deploy)

    def deploy(self, d: Draft, *ignored: Any) -> Next:
        return Call(DeployAll(), then=self.play)

    def play(self, d: Draft, *ignored: Any) -> Next:
        return Call(Battle(), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()

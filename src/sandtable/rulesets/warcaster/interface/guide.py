"""What a player must know to begin a game of Warcaster."""

from __future__ import annotations

from sandtable.core.guides import Guide
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Position

TURN = tuple(f"WC-TURN-{number}" for number in (3, 6, 7, 8, 11, 12, 13, 14, 15))
SECURING, MERCY = "WC-OBJ-3", "WC-MERCY-1"


def guide(p: Position, seat: int) -> Guide:
    mission = p.rules.cards.missions[p.state.mission]
    names = dict.fromkeys(unit_card(p, unit).name for unit, u in p.state.units.items() if u.seat == seat)
    scoring = tuple(rule for rule in mission["rules"] if p.rules.rulebook[rule].title.startswith("Scoring"))
    known = p.rules.cards.secondaries
    chosen = dict.fromkeys(player.secondary for player in p.state.players)
    secondaries = tuple(known[key]["rule"] for key in chosen if key in known)
    return Guide(
        lead=", ".join(names),
        goal=mission["name"],
        win=(*scoring, SECURING, *secondaries, MERCY),
        turn=TURN,
    )

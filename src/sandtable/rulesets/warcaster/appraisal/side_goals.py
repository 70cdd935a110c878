"""Errands beside the objectives: ore to carry, secondary missions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from sandtable.rulesets.warcaster.appraisal.force_overview import forces_of, gaps, markers, time_left, turns_left
from sandtable.rulesets.warcaster.appraisal.objective_control import securing, yet_to_come
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OTHER

FETCH = 0.3  # of its points: ore lying near
FADE = 0.75  # for each activation away


def errands(p: Position, seat: int) -> Iterator[tuple[int, str]]:
    """Beside what it counts, each with its reason; what is not scored yet counts less and less (`time_left`)."""
    state = p.state
    mission = p.rules.cards.missions[state.mission]
    if "ore" in mission["score"]:
        yield from ore(p, seat, mission["score"]["ore"], mission["carriers"])
    player = state.players[seat]
    if player.secondary == "recon" and not player.recon:
        value, why = recon(p, seat)
        yield round(time_left(p) * value), why
    elif player.secondary == "overrun":
        raw = p.rules.cards.secondaries["overrun"]
        mine, theirs = (sum(1 for g in forces_of(p)[s].groups if g.card.type == "squad") for s in (seat, OTHER[seat]))
        if (lead := min(raw["lead"], mine - theirs)) > 0:
            share = 0.6 if lead == raw["lead"] else 0.12 * lead
            yield round(time_left(p) * 1000 * raw["vp"] * share), "more squads, for Overrun"
    elif player.secondary == "body_count" and player.kills and state.active == seat:
        yield {1: 120, 2: 400}.get(player.kills, 0), "kills this turn, for Body Count"


def recon(p: Position, seat: int) -> tuple[int, str]:
    raw, state = p.rules.cards.secondaries["recon"], p.state
    force = forces_of(p)[seat]
    edge = state.map.size if state.sides[seat] == 0 else 0
    best = 0.0
    for g in force.groups:
        far = min(abs(y - edge) - r for _, y, r in g.places) - 1000 * raw["range"]
        best = max(best, FADE ** (max(0.0, far) / g.speed + force.wait(g)))
    return round(700 * raw["vp"] * best), "the enemy's edge in reach, for Recon"


def ore(p: Position, seat: int, vp: int, carriers: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Ore scores where its carrier helps to secure, once at each processor; loose ore counts by who could fetch it."""
    state = p.state
    force = forces_of(p)[seat]
    marks = markers(p)
    now, later = securing(p, seat)
    turns, rounds = turns_left(p, seat), yet_to_come(p)
    able = [(g, force.wait(g)) for g in force.groups if g.card.type in carriers]
    claims = []
    for g, wait in able:
        for n, (place, full) in enumerate(zip(g.places, g.hands, strict=True)):
            for i, gap in enumerate(gaps(marks.spots, (place,)) if full else ()):
                need = gap / g.speed + wait if gap else 0.0
                soon = now[i] if need <= turns else 0.0
                claims.append(((soon + rounds * later[i]) * FADE**need, i, f"{g.name} {n}"))
    taken: set[object] = set()
    for share, i, carrier in sorted(claims, reverse=True):
        if i not in taken and carrier not in taken:
            taken |= {i, carrier}
            yield round(1000 * vp * share), f"Arc ore for {marks.names[i]}"
    for name, o in state.objectives.items():
        if o.kind != "portable" or o.carrier:
            continue
        best = 0.0
        for g, wait in able:
            if not all(g.hands):
                far = min(hypot(x - o.x, y - o.y) - r for x, y, r in g.places)
                best = max(best, FADE ** (max(0.0, far) / g.speed + wait))
        if best > 0.1:
            yield round(1000 * vp * FETCH * best * (rounds + min(1.0, turns / 4))), f"{name} to fetch"

"""The table as a drawing: shapes, badges, cards. No rule is decided here."""

from __future__ import annotations

from duel.common.state import BASE, HIDDEN, SEATS, TABLE, Model, Position
from duel.common.turns import ROUNDS
from sandtable.core.effects import on
from sandtable.scene import Badge, Card, Disc, Piece, Pips, Scene, Score, Terrain, Track, drawn

LOOKS = {"wall": "wall", "wood": "forest"}
BADGES = {
    "down": Badge(text="▼", name="knocked down", tone="red"),
    "guard": Badge(text="◆", name="on guard", tone="teal"),
}
WHAT_FOR = {
    "feint": "Your attack gets +2.",
    "grit": "Damage to your model is 3 less.",
    "parry": "Your model's defence gets +2.",
    HIDDEN: "",
}


def scene(p: Position, seat: int | None) -> Scene:
    table = p.state
    shown = SEATS if seat is None else (SEATS[seat],)
    printed = p.rules.models
    champions = {m.seat: printed[m.name].title for m in table.models.values() if printed[m.name].champion}
    return Scene(
        title=p.rules.title,
        subtitle=f"Round {table.round} of {ROUNDS}, seat {SEATS[table.active]}",
        width=TABLE,
        height=TABLE,
        terrain=tuple(Terrain(kind=LOOKS[f.kind], shape=drawn(f.shape), label=f.kind) for f in table.terrain),
        pieces=tuple(piece(p, m) for m in table.models.values()),
        score=tuple(
            Score(seat=name, name=champions.get(i, "nobody"), points=points)
            for i, (name, points) in enumerate(zip(SEATS, p.rules.score(table), strict=True))
        ),
        tracks=(Track(name="Round", boxes=ROUNDS, filled=table.round),),
        cards=tuple(
            Card(id=trick, title=trick, kind=f"trick of {name}", text=WHAT_FOR[trick])
            for name in shown
            for trick in table.tricks[SEATS.index(name)].hand
        ),
    )


def piece(p: Position, m: Model) -> Piece:
    profile = p.rules.models[m.name]
    return Piece(
        id=m.name,
        name=profile.title,
        seat=SEATS[m.seat],
        shape=Disc(x=m.x, y=m.y, r=BASE),
        facing=m.facing,
        front_arc=True,
        health=(m.health, profile.health),
        pips=(Pips(name="knives", n=m.knives, max=profile.knives),) if profile.knives else (),
        badges=tuple(BADGES[e.name] for e in on(p.state.effects, m.name)),
        faded=m.name in p.state.acted,
        style="character" if profile.champion else "round",
    )

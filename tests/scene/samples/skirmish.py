"""Round bases on a square table in inches."""

from __future__ import annotations

from sandtable.scene import (
    Badge,
    Card,
    LogLine,
    Marker,
    Note,
    Panel,
    Piece,
    Reach,
    Scene,
    Score,
    SightLine,
    Terrain,
    Track,
    Zone,
    box,
)
from tests.scene.samples.making import DONE, arc, disc, fan, poly


def skirmish() -> Scene:
    """Round bases on a square table in inches, with a reach, two sight lines and a hand of cards."""
    ruin = poly((16.26, 16.73), (19.56, 17.55), (18.94, 20.07), (15.64, 19.25))
    wood = poly((11.56, 19), (11.01, 20.3), (10.15, 21.5), (8.65, 21.4), (7.46, 20.8), (5.71, 18), (8.5, 15.8))
    reach = Reach(fans=(fan(11.2, 9, 7, 92, 372), fan(11.2, 9, 7, 42, 96), disc(11.2, 9, 1.9)))
    pieces = (
        Piece(
            id="1", name="Dusk Wolf", seat="a", shape=disc(11.2, 9, 0.984), health=(2, 3), pips=arc(2), selected=True
        ),
        Piece(id="2", name="Riflemen", label="RF", seat="a", shape=disc(6.2, 13.2, 0.59), pips=arc(1, 0)),
        Piece(id="3", name="Riflemen", label="RF", seat="a", shape=disc(7.6, 14.6, 0.59)),
        Piece(id="4", name="Riflemen", label="RF", seat="a", shape=disc(5, 16.4, 0.59)),
        Piece(id="5", name="Coalition Weaver", seat="a", shape=disc(15.8, 8.6, 0.59), badges=(DONE,), faded=True),
        Piece(
            id="6",
            name="Combat Engineer",
            seat="a",
            shape=disc(19.2, 6.4, 0.787),
            health=(1, 2),
            badges=(DONE,),
            faded=True,
        ),
        Piece(id="7", name="Void Gate", label="◇", seat="a", shape=disc(3.2, 6, 0.59), pips=arc(5, 0)),
        Piece(id="8", name="Marauder", label="MR", seat="b", shape=disc(14.6, 19.6, 0.787), health=(1, 2), target=True),
        Piece(
            id="9",
            name="Scourge",
            label="SC",
            seat="b",
            shape=disc(20.3, 21.9, 0.984),
            health=(1, 2),
            pips=arc(3),
            badges=(DONE, Badge(text="🔥", name="on fire", tone="red")),
            faded=True,
        ),
        Piece(id="10", name="Vassal Raiders", seat="b", shape=disc(22.4, 25.2, 0.59), pips=arc(1, 0)),
        Piece(id="11", name="Vassal Raiders", seat="b", shape=disc(24.2, 26, 0.59)),
        Piece(id="12", name="Vassal Raiders", seat="b", shape=disc(25.8, 25, 0.59)),
        Piece(
            id="13",
            name="Immortal Warrior",
            seat="b",
            shape=disc(10.4, 26.6, 0.59),
            badges=(Badge(text="KD", name="knocked down"),),
        ),
        Piece(id="14", name="Void Gate", label="◇", seat="b", shape=disc(20, 27, 0.59), pips=arc(8, 0)),
    )
    return Scene(
        title="Warcaster",
        subtitle="Boiling Point",
        width=30_000,
        height=30_000,
        grid=6_000,
        terrain=(
            Terrain(kind="forest", shape=wood),
            Terrain(kind="forest", shape=disc(22.4, 9, 2.4)),
            Terrain(
                kind="rough",
                shape=poly((26.6, 21), (26, 22.6), (23.6, 23.6), (21.5, 20.2), (23.7, 18.9), (25.9, 19.7)),
            ),
            Terrain(kind="wall", shape=poly((12.56, 10.6), (17.51, 11.3), (17.44, 11.8), (12.49, 11.1))),
            Terrain(kind="wall", shape=poly((10.79, 24.47), (14.7, 23.64), (14.81, 24.13), (10.9, 24.96))),
            Terrain(kind="structure", shape=ruin, label="ruin", height=3_000),
            Terrain(kind="water", shape=disc(2.6, 21.5, 1.8)),
        ),
        markers=(
            Marker(at=(6_000, 15_000), label="1", ring=1_790, held="a"),
            Marker(at=(24_000, 6_000), label="2", ring=1_790),
            Marker(at=(24_000, 24_000), label="3", ring=1_790, held="b"),
        ),
        pieces=pieces,
        zones=(
            Zone(shape=box(0, 0, 30_000, 5_000), seat="a", filled=True),
            Zone(shape=box(0, 25_000, 30_000, 30_000), seat="b", filled=True),
            Zone(shape=disc(11.2, 9, 16.98), label="Battle Rifle 16″"),
        ),
        reach=(reach,),
        sight=(
            SightLine(start=(11_200, 9_000), end=(14_600, 19_600)),
            SightLine(
                start=(11_200, 9_000),
                end=(20_300, 21_900),
                clear=False,
                label="no line of sight: ruin 3″",
                blocked_by=ruin,
            ),
        ),
        notes=(
            Note(at=(14_600, 19_600), title="Rail Gun → Marauder", text="hit 65% · kill 16%", meter=650, tone="green"),
        ),
        score=(Score(seat="a", name="Marcher Worlds", points=4), Score(seat="b", name="Continuum", points=3)),
        tracks=(Track(name="Pulse 2", boxes=5, filled=3),),
        steps=("Ready", "Charge", "Cypher", "Activate", "Cypher", "Deploy", "Gate", "Discard", "Draw"),
        step=3,
        panels=(
            Panel(title="Selected", rows=(("Dusk Wolf", "warjack"), ("Arc", "2/3"), ("Health", "2/3"))),
            Panel(title="Weapons", rows=(("Rail Gun", "18″ POW 5"), ("Battle Rifle", "16″ POW 4"))),
        ),
        cards=(
            Card(
                kind="Overdrive",
                title="Ascension Catalyst",
                text="Friendly warjack: +2 SPD and Flight this turn.",
                tone="amber",
            ),
            Card(
                kind="Fury", title="Pyrokinetic Surge", text="POW 3 · fire. On a hit the target also burns.", tone="red"
            ),
            Card(
                kind="Geometric",
                title="Force Barrier",
                text="Friendly squad has cover until the Pulse ends.",
                tone="violet",
            ),
            Card(
                kind="Harmonic",
                title="Divination Algorithm",
                text="Ranged weapons +1 RNG, +1 POW.",
                tone="green",
                faded=True,
            ),
        ),
        log=(
            LogLine(seat="b", text="Scourge attacks Combat Engineer, Wrecking Claw: 7 against 2, hit", cite="WC-ATK-6"),
            LogLine(seat="b", text="Damage 5 ÷ ARM 4 = 1", cite="WC-ATK-9"),
            LogLine(seat="a", text="You charge Dusk Wolf with 1 Arc", cite="WC-ARC-2"),
            LogLine(seat="a", text="Pass: no Cypher before activation"),
        ),
    )

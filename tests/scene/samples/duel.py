"""Bases that face somewhere."""

from __future__ import annotations

from sandtable.scene import Arrow, LogLine, Note, Panel, Piece, Pips, Scene, Score, Terrain, Zone
from tests.scene.samples.making import DONE, disc, poly


def duel() -> Scene:
    """Facings and front arcs, a control area, a charge, a free strike."""

    def base(x: float, y: float, label: str, seat: str, facing: float, r: float = 0.59, **more: object) -> Piece:
        fields = {"name": label, "label": label, "seat": seat, "front_arc": True, **more}
        return Piece(id=f"{x}/{y}", shape=disc(x, y, r), facing=round(facing * 1000), **fields)  # type: ignore[arg-type]

    focus = (Pips(name="focus", n=2, max=3, tone="violet"),)
    fleet = [
        base(x, 48 - y, "IF", "a", 98) for x, y in ((27.2, 30.4), (28.6, 31.2), (30, 30.6), (31.4, 31.4), (28.9, 29.4))
    ]
    guard = [
        base(x, 48 - y, "SG", "b", -36) for x, y in ((17.9, 27.6), (16.3, 26.4), (15.6, 28.2), (14.2, 27), (16.6, 24.6))
    ]
    line = [base(13.9 + 2 * i, 33.7 - 1.1 * (i % 2), "LG", "b", 270) for i in range(6)]
    return Scene(
        title="Mosh Pit",
        subtitle="25 points · round 3 of 7",
        width=48_000,
        height=48_000,
        terrain=(
            Terrain(
                kind="forest",
                shape=poly((33.5, 22.5), (37.5, 23.8), (40.2, 21.5), (39.4, 17.8), (35.6, 17), (33, 19.4)),
            ),
            Terrain(kind="rough", shape=poly((9.5, 29.5), (13.4, 30.4), (15.2, 28), (13.6, 25.4), (10.2, 25.6))),
            Terrain(kind="wall", shape=poly((25.6, 14.9), (30.4, 15.6), (30.48, 15.1), (25.68, 14.4)), label="wall"),
            Terrain(
                kind="structure",
                shape=poly((33.4, 33.8), (37.4, 34.6), (38, 31.6), (34, 30.8)),
                label="tower",
                height=5_000,
            ),
            Terrain(kind="hill", shape=poly((6, 40), (14, 41), (15, 36), (8, 35)), height=1_000),
            Terrain(kind="impassable", shape=disc(40, 40, 3), label="rocks"),
            Terrain(kind="crater", shape=disc(8, 8, 2.5)),
        ),
        pieces=(
            *fleet,
            *guard,
            *line,
            base(20.5, 18.5, "DS", "a", 66, 0.984, name="Destroyer", health=(31, 34), pips=focus, selected=True),
            base(23, 24.14, " ", "a", 66, 0.984, name="Destroyer", ghost=True),
            base(24, 26.4, "IC", "b", 246, 0.984, name="Ironclad", health=(20, 30), target=True),
            base(33, 14.4, "JG", "a", 105, 0.984, name="Juggernaut", health=(28, 34)),
            base(21, 13.5, "SO", "a", 90, name="Sorscha", health=(15, 17), pips=focus, style="character"),
            base(11.2, 17.4, "MH", "a", 65, name="Manhunter", badges=(DONE,), faded=True),
            base(30.6, 27.8, "LA", "b", 250, 0.787, name="Lancer", health=(9, 10)),
            base(26.5, 34.5, "ST", "b", 265, name="Stryker", pips=(Pips(name="focus", n=3, tone="violet"),)),
        ),
        zones=(
            Zone(shape=disc(21, 13.5, 12.59), label="Sorscha’s control area 12″", tone="violet"),
            Zone(shape=disc(24, 24, 8), label="Mosh Pit 16″"),
            Zone(shape=disc(17.9, 20.4, 2.59), tone="red"),
        ),
        arrows=(Arrow(points=((20_500, 18_500), (22_920, 23_960)), seat="a", label="6.2″ of 7″"),),
        notes=(
            Note(
                at=(24_000, 26_400),
                title="Axe → Ironclad, charge attack",
                text="hit 72% → 95% boosted",
                meter=720,
                tone="green",
            ),
            Note(at=(17_900, 20_400), title="⚠ free strike", text="hit 97%, hurts 61%", tone="red"),
        ),
        score=(Score(seat="a", name="Khador"), Score(seat="b", name="Cygnar")),
        steps=("Maintenance", "Control", "Activation"),
        step=2,
        panels=(
            Panel(
                title="Destroyer", seat="a", rows=(("Focus", "2"), ("Boxes", "31/34"), ("SPD STR MAT RAT", "4 12 6 4"))
            ),
            Panel(
                title="Ironclad",
                seat="b",
                rows=(("Boxes", "20/30"), ("L crippled: Open Fist loses a die, no power attack", "")),
            ),
        ),
        log=(
            LogLine(seat="a", text="Fog of War kept for 1 focus", cite="M2-CTRL-8"),
            LogLine(seat="a", text="Charge declared for 1 focus; measuring now allowed", cite="M2-GEO-9"),
        ),
    )

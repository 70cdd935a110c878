"""Stands in line on a wide table in centimetres."""

from __future__ import annotations

from sandtable.scene import Arrow, LogLine, Note, Panel, Piece, Rect, Scene, Score, Style, Terrain, Track, Zone, box
from tests.scene.samples.making import disc, poly


def battle() -> Scene:
    """Stands true to scale on 180 by 120 cm, whole units in line."""

    def unit(name: str, seat: str, style: Style, x: float, y: float, facing: int, stands: int = 3) -> list[Piece]:
        across = (4, 2) if style == "infantry" else (2, 4)
        return [
            Piece(
                id=f"{name}{x}{i}",
                name=name,
                seat=seat,
                style=style,
                shape=Rect(
                    x=round((x + (i - (stands - 1) / 2) * across[0]) * 1000),
                    y=round(y * 1000),
                    frontage=across[0] * 1000,
                    depth=across[1] * 1000,
                    facing=facing * 1000,
                ),
            )
            for i in range(stands)
        ]

    def leader(name: str, seat: str, x: float, y: float, selected: bool = False) -> Piece:
        return Piece(
            id=name + seat,
            name=name,
            label=name[0],
            seat=seat,
            shape=disc(x, y, 1.25),
            style="character",
            selected=selected,
        )

    brigade = [piece for i in range(4) for piece in unit(f"Halberdiers {i + 1}", "a", "infantry", 38 + 12 * i, 60, 90)]
    turned = Rect(x=104_000, y=41_000, frontage=2_000, depth=4_000, facing=83_000)
    return Scene(
        title="Warmaster",
        subtitle="Open Field · turn 4 of 7",
        unit="cm",
        width=180_000,
        height=120_000,
        grid=20_000,
        terrain=(
            Terrain(kind="hill", shape=poly((105, 26), (135, 26), (138, 40), (108, 44))),
            Terrain(kind="hill", shape=poly((75, 94), (45, 94), (42, 80), (72, 76))),
            Terrain(kind="forest", shape=poly((30, 40), (48, 38), (52, 50), (36, 56)), label="wood"),
            Terrain(kind="forest", shape=poly((150, 80), (132, 82), (128, 70), (144, 64)), label="wood"),
            Terrain(kind="rough", shape=box(82_000, 54_000, 98_000, 66_000), label="broken"),
            Terrain(kind="hedge", shape=poly((60, 30), (84, 30)), label="hedge"),
            Terrain(kind="hedge", shape=poly((96, 90), (120, 90)), label="hedge"),
            Terrain(kind="water", shape=poly((0, 70), (14, 72), (17, 82), (12, 94), (0, 96)), label="lake"),
        ),
        pieces=(
            *brigade,
            *unit("Knights", "a", "cavalry", 16, 48, 90),
            *unit("Crossbows", "a", "infantry", 24, 28, 90),
            *unit("Cannon", "a", "artillery", 121, 34, 90, 2),
            *unit("Halberdiers", "a", "infantry", 146, 28, 90),
            *unit("Orcs", "b", "infantry", 44, 78, 270),
            *unit("Orcs", "b", "infantry", 56, 78, 270),
            *unit("Goblins", "b", "infantry", 44, 76, 270),
            *unit("Goblins", "b", "infantry", 56, 76, 270),
            *unit("Boars", "b", "cavalry", 88, 80, 270),
            *unit("Chariots", "b", "artillery", 94, 80, 270),
            *unit("Orc Warriors", "b", "infantry", 112, 68, 270),
            *unit("Knights", "a", "cavalry", 112, 65, 90),
            *unit("Wolf Riders", "b", "cavalry", 163, 70, 270, 6),
            Piece(id="was", name="Knights", seat="a", style="cavalry", shape=turned, ghost=True),
            Piece(
                id="hurt",
                name="Crossbows",
                seat="a",
                style="infantry",
                shape=Rect(x=162_000, y=38_000, frontage=12_000, depth=6_000, facing=90_000),
                health=(1, 3),
                target=True,
            ),
            Piece(
                id="mine",
                name="Handgunners",
                seat="b",
                style="infantry",
                shape=Rect(x=140_000, y=96_000, frontage=12_000, depth=6_000, facing=250_000),
                health=(2, 3),
                selected=True,
            ),
            leader("General", "a", 72, 40, selected=True),
            leader("Hero", "a", 121, 51),
            leader("Wizard", "a", 58, 48),
            leader("General", "b", 77, 91),
            leader("Wizard", "b", 37, 85),
            leader("Hero", "b", 118, 75),
        ),
        zones=(
            Zone(shape=box(0, 0, 180_000, 20_000), seat="a", filled=True, label="Empire"),
            Zone(shape=box(0, 100_000, 180_000, 120_000), seat="b", filled=True, label="Orcs"),
            *(Zone(shape=disc(72, 40, r), label=f"to {r} cm: {m}") for r, m in ((20, "0"), (40, "−1"), (60, "−2"))),
            Zone(shape=box(31_000, 57_500, 81_000, 62_500), label="Halberdier brigade", tone="plain"),
            Zone(shape=box(37_000, 74_000, 63_000, 80_500), label="Orcs, Goblins", seat="b"),
            Zone(shape=box(104_000, 62_000, 120_000, 72_000), label="combat 1", tone="red", filled=True),
        ),
        arrows=(
            Arrow(points=((105_000, 45_000), (111_000, 61_000)), seat="a", label="charged 24 cm"),
            Arrow(points=((162_000, 54_000), (162_000, 43_000)), dashed=True, label="evaded 16 cm"),
        ),
        notes=(
            Note(at=(16_000, 44_000), text="Knights", seat="a", boxed=False),
            Note(at=(24_000, 25_000), text="Crossbows", seat="a", boxed=False),
            Note(at=(163_000, 75_000), text="Wolf Riders", seat="b", boxed=False),
        ),
        score=(Score(seat="a", name="Empire", points=90), Score(seat="b", name="Orcs", points=45)),
        tracks=(Track(name="Lost", boxes=6, filled=1, seat="a"), Track(name="Lost", boxes=7, filled=2, seat="b")),
        panels=(
            Panel(
                title="Your order",
                rows=(("Command", "9"), ("Furthest unit 33 cm", "−1"), ("Needs 6 or less on 2D6", "42%")),
            ),
            Panel(
                title="Halberdier brigade",
                rows=(("4 units in line", "20 cm"), ("Charge reaches Orc Warriors 1 and 2 at 14 cm", "")),
            ),
        ),
        log=(
            LogLine(seat="a", text="Crossbows evade 16 cm from Wolf Riders: no order this turn", cite="WM-INIT-8"),
            LogLine(seat="a", text="Hero orders Knights: 7, needs 8. Charge 24 cm", cite="WM-CMD-3"),
            LogLine(seat="b", text="Wolf Riders pursue 10 cm", cite="WM-PUR-2"),
        ),
    )

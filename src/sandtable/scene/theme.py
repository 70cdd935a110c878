"""The look in one place: colours, sizes and the style sheet. Colours are the tokens of the web client."""

from __future__ import annotations

from sandtable.scene.values import Look

BG, PANEL, CARD = "#0d1117", "#141b23", "#19222c"
LINE, EDGE = "#26303b", "#34414e"
INK, TEXT, DIM, MUTE = "#e8edf2", "#b8c4cf", "#93a1b1", "#8593a3"
BASE, TABLE = "#1c2329", "#3a3f35"
P1, P2, OK, NO = "#f0a93b", "#4fb3f0", "#67d391", "#f07f7f"

TONES = {
    "plain": INK,
    "amber": P1,
    "blue": P2,
    "green": OK,
    "red": NO,
    "teal": "#7ef0e0",
    "violet": "#c9a6ff",
    "grey": DIM,
}
SEATS = {"a": P1, "b": P2}
PALE = {"a": "#f6c16a", "b": "#8fd0fa"}  # names and crosses: light enough to read on the table
DARK = {"a": "#6b4c1c", "b": "#1d4a68"}  # stands


def colour(seat: str, tone: str = "plain") -> str:
    return SEATS.get(seat) or TONES.get(tone, INK)


TERRAIN = {
    "forest": Look(fill="#2f4a33", edge="#46684a", detail="trees"),
    "rough": Look(fill="#5b5140", edge="#8a7b60", dash="5 4", detail="stones"),
    "wall": Look(fill="#8b8f94", edge="#b6bac0"),
    "hedge": Look(fill="#6f8161", edge="#8b9a7c"),
    "hill": Look(fill="#4d4b39", edge="#6b6750", detail="contours"),
    "structure": Look(fill="#565c66", edge="#9aa3af", detail="roof"),
    "water": Look(fill="#25485c", edge="#4d7f97", detail="waves"),
    "impassable": Look(fill="#24272b", edge="#6d737b", detail="crosses"),
    "cloud": Look(fill="#8f9aa6", edge="#c3ccd6", dash="3 4", detail="smoke", opacity=420),
    "wreck": Look(fill="#33302c", edge="#9b8468", detail="scrap"),
    "trench": Look(fill="#2c2820", edge="#8d7a58", detail="planks"),
    "road": Look(fill="#6a6354", edge="#857c69"),
    "river": Look(fill="#25485c", edge="#4d7f97", detail="waves"),
    "rampart": Look(fill="#6d6149", edge="#a18f6b"),
}
OTHER_TERRAIN = Look(fill="#454a41", edge="#757c6e", dash="2 3")
UNNAMED = frozenset({"wall", "hedge", "road", "rampart"})  # these explain themselves

SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"

BAR, SIDE, PAD, RADIUS = 52, 268, 16, 8

# Every selector starts at .st, so that a drawing placed in a page leaves the page alone.
_RULES = {
    "": f"font-family:{SANS};font-size:13px;font-variant-numeric:tabular-nums",
    "text": f"fill:{INK}",
    ".m": "text-anchor:middle",
    ".e": "text-anchor:end",
    ".w": "font-weight:700",
    ".cap": "font-size:12px;font-weight:600;letter-spacing:.09em",
    ".cite": f"font-family:{MONO};font-size:10.5px;fill:{DIM}",
    ".kind": "font-size:11px;letter-spacing:.06em",
    ".g0,.g1": "fill:none;stroke:#fff",
    ".g0": "stroke-opacity:.035",
    ".g1": "stroke-opacity:.1",
    ".tree": "fill:#3d6142;stroke:#223826",
    ".leaf": "fill:#4c7550",
    ".tn": f"font-size:11px;fill:{INK};fill-opacity:.82;text-anchor:middle",
    ".halo": "paint-order:stroke;stroke:#21261f;stroke-opacity:.8;stroke-width:3px;stroke-linejoin:round",
    ".zl": "font-size:11.5px;text-anchor:middle",
    ".line": "fill:none;stroke-linecap:round",
    ".sh": "fill:#000;fill-opacity:.45",
    ".base": f"fill:{BASE};stroke:#000;stroke-opacity:.6",
    ".hp0": "fill:none;stroke:#fff;stroke-opacity:.14",
    ".hp": "fill:none",
    ".notch": f"stroke:{BASE};fill:none",
    ".gl": "fill:#fff;font-weight:700;text-anchor:middle;letter-spacing:-.02em",
    ".front": "fill:none;stroke:#e8edf2",
    ".tip": "fill:#fff",
    ".sel": "fill:none;stroke:#fff;stroke-width:1.8;stroke-dasharray:6 3.6",
    ".tgt": f"fill:none;stroke:{NO};stroke-width:2.4",
    ".pip": f"stroke:{BG}",
    ".sign": "fill:none;stroke-linecap:round;stroke-linejoin:round",
    ".done .gl,.done .fill": "opacity:.5",
    ".ghost": "opacity:.4",
}
CSS = "".join(
    ",".join(f".st {part}".rstrip() for part in selector.split(",")) + "{" + rule + "}"
    for selector, rule in _RULES.items()
)

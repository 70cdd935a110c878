"""SVG building blocks: numbers, escaped text, elements, estimated text widths."""

from __future__ import annotations

import re

# Not allowed in XML 1.0, or able to turn the reading direction of what follows.
_UNSAFE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def num(value: float) -> str:
    """At most two decimals and no spare characters: ``num(0.50) == ".5"``."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in {"-0", ""}:
        return "0"
    return re.sub(r"^(-?)0\.", r"\1.", text)


def clean(text: str) -> str:
    return _TURNING.sub("", _UNSAFE.sub("\ufffd", text))


def safe(text: str) -> str:
    return clean(text).translate(_ENTITIES)


def el(name: str, body: str = "", **attributes: str | float) -> str:
    """An element. `class_` stands for class, underscores for hyphens; the body is SVG already, attributes are not.

    >>> el("circle", r=2.5, class_="base", stroke_width=1)
    '<circle r="2.5" class="base" stroke-width="1"/>'
    """
    parts = [name]
    for key, value in attributes.items():
        said = safe(value) if isinstance(value, str) else num(value)
        if said:
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{said}"')
    opening = " ".join(parts)
    return f"<{opening}>{body}</{name}>" if body else f"<{opening}/>"


def words(text: str, x: float, y: float, class_: str = "", fill: str = "", **attributes: str | float) -> str:
    """A line of text. The fill is a style, since the style sheet outranks attributes."""
    if not text.strip():
        return ""
    return el("text", safe(text), x=x, y=y, class_=class_, style=f"fill:{fill}" if fill else "", **attributes)


def group(*parts: str, **attributes: str | float) -> str:
    """A group, or nothing at all when there is nothing in it."""
    body = "".join(parts)
    return el("g", body, **attributes) if body else ""


def moved(x: float, y: float, *parts: str, **attributes: str | float) -> str:
    return group(*parts, transform=f"translate({num(x)} {num(y)})", **attributes)


def _em(char: str) -> float:
    if char in " iljI.,:;'|!·’":
        return 0.36
    if char in "ftr()[]-/″":
        return 0.42
    if char in "mwMW%@—→":
        return 0.96
    if char.isupper():
        return 0.72
    if ord(char) > 0x2E80:
        return 1.05
    return 0.62


def text_width(text: str, size: float, bold: bool = False) -> float:
    """A generous guess: a system font is not known before the page is shown."""
    return sum(_em(char) for char in clean(text)) * size * (1.09 if bold else 1)


def fit(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it would not fit."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, size: float, width: float, most: int = 6) -> list[str]:
    """Lines no wider than the width; a word too long for a line is cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1] + " …"]
    return [fit(line, size, width) for line in lines]

"""Plain text lists taken apart: counts, names and what follows them. What the names mean is the ruleset's business."""

from __future__ import annotations

import re

from sandtable.core.rosters import Line

COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
RULED = re.compile(r"\s*(?:={3,}|-{3,}|~{3,})\s*$")
UNDERLINE = re.compile(r"\s*={3,}\s*$")
BULLET = re.compile(r"^(?:[-*•–—>]\s+)+")
ASIDE = re.compile(r"\[[^\]]*\]")
NOTE = re.compile(r"\(\s*(?:\d+(?:\s+\w+)?|[^()]*\b(?:dc|wp|pts?|points?)\b[^()]*)\s*\)", re.IGNORECASE)
BEFORE = re.compile(r"^(?:(\d{1,4})\s*(?:[x×*]\s*|\s)|[x×](\d{1,4})\s+)(?=\D)", re.IGNORECASE)
AFTER = re.compile(r"\s+[x×]\s*(\d{1,4})$")
REST = re.compile(r"\s*:\s*|\s+with\s+|\s+\+\s*|\s+[-–—]\s+|\s*\(", re.IGNORECASE)
GROUP = re.compile(r"[;|()]|\s[-–—]\s")
PART = re.compile(r"\s*[,&+:]\s*|\s+(?:and|with)\s+", re.IGNORECASE)
LONGEST = 2000  # characters looked at in a line
LINES = 5000  # of a list
MOST = 99  # nobody means more; keeps a slip of the key from filling the memory


def lines_of(text: str) -> list[Line]:
    """Every line that says something. Comments (# or //), [asides], bullets and underlines are taken off."""
    found: list[Line] = []
    written = [row[:LONGEST] for row in text.splitlines()[:LINES]]  # cut before anything is looked for in them
    underline = 0
    for number, raw in enumerate(written, 1):
        below = written[number] if number < len(written) else ""
        line = line_of(number, raw)
        if number != underline and raw.strip() and UNDERLINE.match(below):
            found.append((line or Line(number, raw.strip(), raw.strip()))._replace(title=True))
            underline = number + 1
        elif line is not None and not RULED.match(raw):
            found.append(line)
    return found


def line_of(number: int, raw: str) -> Line | None:
    said = ASIDE.sub(" ", COMMENT.sub("", raw)).replace("**", "").strip()
    said = NOTE.sub(" ", BULLET.sub("", said)).strip()
    if not said:
        return None
    count, counted, said = counted_off(said)
    head, rest = said, ""
    if split := REST.search(said):
        head, rest = said[: split.start()], said[split.end() :]
    after, counted_after, head = counted_off(head.strip())
    value = raw.partition(":")[2].strip()
    return Line(
        number=number,
        raw=raw.strip(),
        head=head.strip(),
        times=min(count * after, MOST),
        groups=tuple(group for part in GROUP.split(rest) if (group := parts_of(part))),
        value=value,
        counted=counted or counted_after,
        indented=raw[:1].isspace(),
    )


def parts_of(group: str) -> tuple[str, ...]:
    """The names in a group; ``2x Pike`` is there twice."""
    found: list[str] = []
    for part in PART.split(group):
        count, _, name = counted_off(part.strip())
        found += [name] * count if name else []
    return tuple(found)


def counted_off(said: str) -> tuple[int, bool, str]:
    """A count before or after a name, whether there was one, and the name."""
    if found := BEFORE.match(said):
        return min(int(found[1] or found[2]), MOST), True, said[found.end() :].strip()
    if found := AFTER.search(said):
        return min(int(found[1]), MOST), True, said[: found.start()].strip()
    return 1, False, said

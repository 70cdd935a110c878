"""The page `docs/said.md`: what the games say to people. ``python -m tests.docs.said`` writes it anew.

Labels and refusals are those of seeded games played by chance; refusals are of what a person would look for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from sandtable.core import Ask, Position, Refusal, Ruleset, View, find
from sandtable.core.sheets import Sheet
from sandtable.core.texts import Text, english, sentence
from sandtable.lab.checks import Step, walk

PAGE = Path(__file__).parents[2] / "docs" / "said.md"
GAMES = ("warcaster", "warmachine-mk1", "warmachine-escalation", "warmachine-mk2", "warmaster", "duel", "lines")
SEEDS = range(2)
LABELS, REFUSALS, SHEETS = 10, 10, 5  # at most
HEAD = """# What the games say

Labels, refusals and sheets as a player reads them, from seeded games. This page is generated
(`python -m tests.docs.said`), and a test checks that it is current.
"""


def page() -> str:
    return HEAD + "".join(map(part, map(find, GAMES)))


def part(rules: Ruleset) -> str:
    labels: dict[str, str] = {}
    refusals: dict[str, str] = {}
    others: dict[str, str] = {}  # further examples of the same verbs and reasons, where there are not enough kinds
    barred: dict[str, str] = {}
    sheets: dict[str, Sheet] = {}
    in_hand: dict[str, Sheet] = {}  # cards, where there are not enough pieces
    for view in views(rules):
        assert view.ask is not None
        p, domain = view.position(), view.ask.domain
        for option in domain.options or ():
            labels.setdefault(option.verb, f"{option.label} (`{option.key}`)")
            others.setdefault(option.label, f"{option.label} (`{option.key}`)")
        for option, why in domain.barred():
            form = why.reason.template if isinstance(why.reason, Text) else why.reason
            refusals.setdefault(form, f"{option.label}? {told(p, why)}")
            barred.setdefault(option.label, f"{option.label}? {told(p, why)}")
        for refusal in misplaced(view):
            form = refusal.reason.template if isinstance(refusal.reason, Text) else refusal.reason
            refusals.setdefault(form, f"{sentence(view.ask.title)}: {told(p, refusal)}")
            barred.setdefault(told(p, refusal), f"{sentence(view.ask.title)}: {told(p, refusal)}")
        bodies = rules.showing.bodies(p)
        inside = {piece for body in bodies.values() for piece in body.pieces}
        alone = [id for id, s in rules.showing.pieces(p).items() if s.seat is not None and id not in inside]
        cards = [card.id for card in rules.showing.scene(p, view.seat).cards if card.id]
        for ids, kept in (((*bodies, *alone), sheets), (cards, in_hand)):
            for id in dict.fromkeys(ids):
                if len(kept) < SHEETS and (sheet := rules.showing.sheet(p, id)) is not None:
                    kept.setdefault(sheet.title, sheet)
    lines = [f"\n## {rules.title}\n", "\nOptions, each with the words one may type:\n", "\n"]
    lines += [f"- {label}\n" for label in spread(labels, LABELS, others)]
    lines += [
        "\nRefusals of what is not on offer:\n",
        "\n",
        *(f"- {why}\n" for why in spread(refusals, REFUSALS, barred)),
    ]
    lines += ["\nSheets:\n", "\n", *(f"- {brief(sheet)}\n" for sheet in [*sheets.values(), *in_hand.values()][:SHEETS])]
    return "".join(lines)


def views(rules: Ruleset) -> Iterator[View]:
    """What the asked seat knows, at every question of some games."""
    for step in steps(rules):
        if isinstance(step.before.waiting, Ask):
            yield View(rules, step.before, step.before.waiting.seat)


def steps(rules: Ruleset) -> Iterator[Step]:
    for seed in SEEDS:
        yield from walk(rules, seed)


def misplaced(view: View) -> Iterator[Refusal]:
    """What is said of places that are too far, off the table or taken."""
    assert view.ask is not None
    domain = view.ask.domain
    if domain.options is None:
        answers = [view.ask.default, *domain.candidates(2)]
        for answer, by in product(answers, (2_000, 7_000, -7_000, 50_000)):
            refusal = domain.refuse(shifted(answer, by))
            if refusal is not None and "thousandths" not in refusal.reason:
                yield refusal


def shifted(answer: Any, by: int) -> Any:
    """An answer with its places moved to the right."""
    if isinstance(answer, tuple) and len(answer) in (2, 3) and all(type(part) is int for part in answer):
        return (answer[0] + by, *answer[1:])
    return tuple(shifted(part, by) for part in answer) if isinstance(answer, tuple) else answer


def told(p: Position, why: Refusal) -> str:
    reason = english(p, why.reason)
    return f"{sentence(reason)} [{why.cite}]"


def spread(found: dict[str, str], most: int, others: dict[str, str]) -> list[str]:
    """So many of them, from first to last; filled up from the others."""
    all_of = list(found.values())
    if len(all_of) > most:
        return [all_of[i * len(all_of) // most] for i in range(most)]
    return list(dict.fromkeys((*all_of, *others.values())))[:most]


def brief(sheet: Sheet) -> str:
    """A sheet in one paragraph."""
    stats = ", ".join(f"{stat.name} {stat.current or stat.printed}" for stat in sheet.stats)
    weapons = "; ".join(weapon.name for weapon in sheet.weapons)
    rules = "; ".join(rule.name for rule in sheet.rules)
    tracks = ", ".join(f"{track.name} {track.filled} of {track.boxes}" for track in sheet.tracks)
    parts = (sheet.subtitle, stats, tracks, weapons and f"weapons: {weapons}", rules and f"rules: {rules}", sheet.text)
    said = ". ".join(part.replace("\n", "; ") for part in parts if part)
    return f"**{sheet.title}**: {said}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

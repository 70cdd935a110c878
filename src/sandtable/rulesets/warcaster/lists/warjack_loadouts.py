"""Building warjacks (WC-JACK): one cortex, weapons that fit their hardpoints, weapon points.

A loadout never changes during the game (WC-JACK-6).
The weapons of a loadout as slots, copies and combined ones apart: state/cards.py (WC-JACK-7, WC-JACK-8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product

from sandtable.core.rosters import Problem
from sandtable.roster import problem
from sandtable.rulesets.warcaster.lists.force import Force, Taken
from sandtable.rulesets.warcaster.lists.vocabulary import cortex_name
from sandtable.rulesets.warcaster.state.cards import Card, Library

Loadout = dict[str, tuple[str, ...]]  # weapons by hardpoint


def loadout_problems(force: Force) -> Iterator[Problem]:
    for entry in force.entries:
        if entry.card is None:
            continue
        if entry.card.type != "warjack":
            yield from unbuilt(force.cards, entry, entry.card)
        else:
            yield from cortex(entry, entry.card)
            yield from fit(force.cards, entry, entry.card)
            yield from hardpoints(force.cards, entry, entry.card)
            yield from points(force.cards, entry, entry.card)


def unbuilt(cards: Library, entry: Taken, card: Card) -> Iterator[Problem]:
    """Only warjacks are built; the card of a squad or solo says what it carries."""
    parts = [*map(cortex_name, entry.cortexes), *(cards.weapons[w].name for _, w in entry.carried)]
    if parts:
        text = f"{card.name} is no warjack and carries what its card says, not {', '.join(parts)}"
        yield problem("WC-JACK-1", entry.place, text, f"leave out {', '.join(parts)}", len(parts))


def cortex(entry: Taken, card: Card) -> Iterator[Problem]:
    """Exactly one head from the chassis' list; it costs no weapon points (WC-JACK-1, WC-JACK-2)."""
    own = " or ".join(map(cortex_name, card.cortexes))
    if not entry.cortexes:
        yield problem("WC-JACK-1", entry.place, f"{card.name} has no cortex", f"add {own}", 1)
    if (over := len(entry.cortexes) - 1) > 0:
        named = " and ".join(map(cortex_name, entry.cortexes))
        yield problem(
            "WC-JACK-1", entry.place, f"{card.name} has {over + 1} cortexes, {named}", f"leave out {over}", over
        )
    for name in dict.fromkeys(entry.cortexes):
        if name not in card.cortexes:
            text = f"{cortex_name(name)} is no cortex of {card.name}"
            yield problem("WC-JACK-1", entry.place, text, f"take {own}")


def fit(cards: Library, entry: Taken, card: Card) -> Iterator[Problem]:
    """A weapon goes on a hardpoint of its own type, and the chassis must offer it (WC-JACK-3, WC-JACK-9)."""
    for hardpoint, name in dict.fromkeys(entry.carried):
        weapon = cards.weapons[name]
        offered = card.options.get(hardpoint, ())
        if name in offered:
            continue
        if name in card.options.get(weapon.hardpoint, ()):
            text = f"{weapon.name} goes on {article(weapon.hardpoint)}, not on {article(hardpoint)}"
            room = len(entry.on(weapon.hardpoint)) < card.hardpoints.get(weapon.hardpoint, 0)
            move = f"move it to {article(weapon.hardpoint)}, or " if room else ""
            yield problem("WC-JACK-3", entry.place, text, f"{move}take {listed(cards, offered)}")
        else:
            text = f"{card.name} cannot carry {weapon.name}"
            yield problem("WC-JACK-3", entry.place, text, f"take {listed(cards, offered)}")


def hardpoints(cards: Library, entry: Taken, card: Card) -> Iterator[Problem]:
    """One weapon for each hardpoint (WC-JACK-4)."""
    for hardpoint, number in card.hardpoints.items():
        on = entry.on(hardpoint)
        if (over := len(on) - number) > 0:
            text = f"{len(on)} {hardpoint} weapons for {number} {hardpoint} hardpoint{'s'[: number - 1]}"
            yield problem("WC-JACK-4", entry.place, text, f"leave out {over}: {example(cards, card, entry)}", over)


def points(cards: Library, entry: Taken, card: Card) -> Iterator[Problem]:
    """No more weapon points than the chassis allows (WC-JACK-5)."""
    spent = weapon_points(cards, (w for _, w in entry.carried))
    if (over := spent - card.wp) > 0:
        each = " + ".join(f"{cards.weapons[w].name} {cards.weapons[w].wp}" for _, w in entry.carried)
        text = f"{spent} WP of {card.wp}: {each}"
        yield problem("WC-JACK-5", entry.place, text, f"save {over}: {example(cards, card, entry)}", over)


def weapon_points(cards: Library, weapons: Iterable[str]) -> int:
    return sum(cards.weapons[w].wp for w in weapons)


def every(cards: Library, card: Card) -> Iterator[Loadout]:
    """All legal loadouts of a chassis, empty hardpoints among them."""
    choices = [
        [found for size in range(number + 1) for found in combinations_with_replacement(card.options[kind], size)]
        for kind, number in card.hardpoints.items()
    ]
    for chosen in product(*choices):
        if weapon_points(cards, (w for weapons in chosen for w in weapons)) <= card.wp:
            yield dict(zip(card.hardpoints, chosen, strict=True))


def nearest(cards: Library, card: Card, weapons: tuple[str, ...]) -> Loadout:
    """The legal loadout that keeps most of these weapons, then carries most."""
    wanted = Counter(weapons)

    def worth(loadout: Loadout) -> tuple[int, int, int]:
        carried = tuple(w for on in loadout.values() for w in on)
        return (wanted & Counter(carried)).total(), len(carried), weapon_points(cards, carried)

    return max(every(cards, card), key=worth)


def example(cards: Library, card: Card, entry: Taken) -> str:
    found = nearest(cards, card, tuple(w for _, w in entry.carried))
    spent = weapon_points(cards, (w for on in found.values() for w in on))
    parts = "; ".join(", ".join(cards.weapons[w].name for w in on) for on in found.values() if on)
    return f"for example {parts} ({spent} WP)"


def listed(cards: Library, weapons: tuple[str, ...]) -> str:
    names = [cards.weapons[w].name for w in weapons]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def article(hardpoint: str) -> str:
    return f"an {hardpoint}" if hardpoint[:1] in "aeiou" else f"a {hardpoint}"

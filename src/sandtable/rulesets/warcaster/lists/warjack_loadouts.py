"""Building warjacks (WC-JACK): one cortex, weapons that fit their hardpoints, weapon points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from sandtable.core.rosters import Problem
from sandtable.rulesets.warcaster.lists.army import Army, Entry
from sandtable.rulesets.warcaster.lists.vocabulary import cortex_short, weapon_name
from sandtable.rulesets.warcaster.state.cards import Card, library

Loadout = dict[str, tuple[str, ...]]  # weapons by hardpoint


def loadout_problems(army: Army) -> Iterator[Problem]:
    for entry in army.entries:
        if entry.card is None:
            continue
        if entry.card.type != "warjack":
            yield from unbuilt(entry, entry.card)
        else:
            yield from cortex(entry, entry.card)
            yield from fit(entry, entry.card)
            yield from hardpoints(entry, entry.card)
            yield from points(entry, entry.card)


def problem(rule: str, entry: Entry, text: str, suggestion: str = "", by: int = 0) -> Problem:
    return Problem(rule, entry.place.text, text, suggestion, entry.place.line, by)


def unbuilt(entry: Entry, card: Card) -> Iterator[Problem]:
    """Only warjacks are built; the card of a squad or solo says what it carries."""
    parts = [*map(cortex_short, entry.cortexes), *(weapon_name(w) for _, w in entry.carried)]
    if parts:
        text = f"{card.name} is no warjack and carries what its card says, not {', '.join(parts)}"
        yield problem("WC-JACK-1", entry, text, f"leave out {', '.join(parts)}", len(parts))


def cortex(entry: Entry, card: Card) -> Iterator[Problem]:
    """Exactly one head from the chassis' list; it costs no weapon points (WC-JACK-1, WC-JACK-2)."""
    own = " or ".join(map(cortex_short, card.cortexes))
    if not entry.cortexes:
        yield problem("WC-JACK-1", entry, f"{card.name} has no cortex", f"add {own}", 1)
    if (over := len(entry.cortexes) - 1) > 0:
        named = " and ".join(map(cortex_short, entry.cortexes))
        yield problem("WC-JACK-1", entry, f"{card.name} has {over + 1} cortexes, {named}", f"leave out {over}", over)
    for name in dict.fromkeys(entry.cortexes):
        if name not in card.cortexes:
            text = f"{cortex_short(name)} is no cortex of {card.name}"
            yield problem("WC-JACK-1", entry, text, f"take {own}")


def fit(entry: Entry, card: Card) -> Iterator[Problem]:
    """A weapon goes on a hardpoint of its own type, and the chassis must offer it (WC-JACK-3, WC-JACK-9)."""
    for hardpoint, name in dict.fromkeys(entry.carried):
        weapon = library().weapons[name]
        offered = card.options.get(hardpoint, ())
        if name in offered:
            continue
        if name in card.options.get(weapon.hardpoint, ()):
            text = f"{weapon.name} goes on {article(weapon.hardpoint)}, not on {article(hardpoint)}"
            room = len(entry.on(weapon.hardpoint)) < card.hardpoints.get(weapon.hardpoint, 0)
            move = f"move it to {article(weapon.hardpoint)}, or " if room else ""
            yield problem("WC-JACK-3", entry, text, f"{move}take {listed(offered)}")
        else:
            fitting = offered or tuple(w for options in card.options.values() for w in options)
            yield problem("WC-JACK-3", entry, f"{card.name} cannot carry {weapon.name}", f"take {listed(fitting)}")


def hardpoints(entry: Entry, card: Card) -> Iterator[Problem]:
    """One weapon for each hardpoint (WC-JACK-4)."""
    for hardpoint, number in card.hardpoints.items():
        on = entry.on(hardpoint)
        if (over := len(on) - number) > 0:
            text = f"{len(on)} {hardpoint} weapons for {number} {hardpoint} hardpoint{'s'[: number - 1]}"
            yield problem("WC-JACK-4", entry, text, f"leave out {over}: {example(card, entry)}", over)


def points(entry: Entry, card: Card) -> Iterator[Problem]:
    """No more weapon points than the chassis allows (WC-JACK-5)."""
    spent = weapon_points(w for _, w in entry.carried)
    if (over := spent - card.wp) > 0:
        each = " + ".join(f"{weapon_name(w)} {library().weapons[w].wp}" for _, w in entry.carried)
        text = f"{spent} WP of {card.wp}: {each}"
        yield problem("WC-JACK-5", entry, text, f"save {over}: {example(card, entry)}", over)


def weapon_points(weapons: Iterator[str] | tuple[str, ...]) -> int:
    return sum(library().weapons[w].wp for w in weapons)


def every(card: Card) -> Iterator[Loadout]:
    """All legal loadouts of a chassis, empty hardpoints among them."""
    choices = [
        [found for size in range(number + 1) for found in combinations_with_replacement(card.options[kind], size)]
        for kind, number in card.hardpoints.items()
    ]
    for chosen in product(*choices):
        if weapon_points(tuple(w for weapons in chosen for w in weapons)) <= card.wp:
            yield dict(zip(card.hardpoints, chosen, strict=True))


def nearest(card: Card, weapons: tuple[str, ...]) -> Loadout:
    """The legal loadout that keeps most of these weapons, then carries most."""
    wanted = Counter(weapons)

    def worth(loadout: Loadout) -> tuple[int, int, int]:
        carried = tuple(w for on in loadout.values() for w in on)
        return (wanted & Counter(carried)).total(), len(carried), weapon_points(carried)

    return max(every(card), key=worth)


def example(card: Card, entry: Entry) -> str:
    found = nearest(card, tuple(w for _, w in entry.carried))
    spent = weapon_points(tuple(w for on in found.values() for w in on))
    parts = "; ".join(", ".join(map(weapon_name, on)) for on in found.values() if on)
    return f"for example {parts} ({spent} WP)"


def listed(weapons: tuple[str, ...]) -> str:
    names = [weapon_name(w) for w in weapons]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def article(hardpoint: str) -> str:
    return f"an {hardpoint}" if hardpoint[:1] in "aeiou" else f"a {hardpoint}"

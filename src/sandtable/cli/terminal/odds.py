"""The command `odds`: the facts that an answer would change, with their chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sandtable.chance import LEVEL, Odds
from sandtable.cli.terminal.piece_names import Unclear
from sandtable.cli.terminal.screen import BOLD, DIM
from sandtable.core import Game, Position
from sandtable.core.bodies import on_table

if TYPE_CHECKING:
    from sandtable.cli.terminal.session import Session

MOST = 12  # values listed of one fact
GONE = "gone"

FactOdds = dict[tuple[str, str], dict[str, Fraction]]


def odds(s: Session, rest: str) -> None:
    if s.asked is None:
        raise Unclear("nobody has to choose now")
    if not rest:
        raise Unclear("type odds and an answer: odds 3")
    tried = s.tried_out(s.asked, rest)
    if tried.answer is None or tried.asked is None:
        raise Unclear("odds are for whole answers, before dice fall or a distance shows")
    found = tried.match.odds(tried.answer, seat=s.viewer)
    about = next((o.concerns for o in tried.asked.options() if o.key == tried.answer), ())
    spreads = changes(s, tried.match.game, found, about)
    s.screen.say((f"If {tried.asked.shown(tried.answer)}", BOLD), ", everybody else doing the usual:", first="  ")
    if not spreads:
        s.screen.say("nothing changes for the pieces concerned.", first="    ")
    for (who, fact), spread in spreads.items():
        said = percent(spread["yes"]) if fact == GONE else percents(spread)
        s.screen.say(f"{who} {fact.replace('_', ' ')}: {said}", first="    ")
    if not found.exact:
        s.screen.say((how_sure(found), DIM), first="    ")


def how_sure(found: Odds) -> str:
    throws, points = sum(sample.throws for sample in found.samples), 100 * found.plus_minus
    return f"each to ± {points:.1f} points at {LEVEL:.0%}: {throws} throws for {percent(found.undecided)} of it"


def changes(s: Session, before: Game, found: Odds, about: tuple[str, ...]) -> FactOdds:
    """The facts of the pieces concerned that differ from now in some end; of everybody when none are named."""
    foes = [n for n, o in s.rules.showing.pieces(view(s, before)).items() if o.seat not in (None, s.viewer)]
    names = [n for n in about if n in foes] or list(about) or foes
    now = {name: facts(s, before, name) for name in names}
    spreads: FactOdds = {}
    ends = [(end.chance, {name: facts(s, end.game, name) for name in names}) for end in found.all_ends]
    for name in names:
        keys = [k for k in now[name] if any(then[name].get(k, GONE) != now[name][k] for _, then in ends)]
        lost = sum((chance for chance, then in ends if now[name] and not then[name]), Fraction(0))
        if lost:
            spreads[name, GONE] = {"yes": lost, "no": sum((c for c, _ in ends), Fraction(0)) - lost}
        for key in keys:
            spread: dict[str, Fraction] = {}
            for chance, then in ends:
                if then[name]:
                    said = plainly(then[name].get(key))
                    spread[said] = spread.get(said, Fraction(0)) + chance
            twin = sorted(spread.values()) in [
                sorted(t.values()) for (n, f), t in spreads.items() if n == name and f != GONE
            ]
            if spread and set(spread) != {plainly(now[name][key])} and not twin:  # health repeats damage
                spreads[name, key] = spread
    return spreads


def view(s: Session, game: Game) -> Position:
    return Position(s.rules, s.rules.redact(game.state, s.viewer))


def facts(s: Session, game: Game, name: str) -> Mapping[str, Any]:
    """What can be counted of a piece, or how it is drawn where the rules tell no facts; nothing once it is gone."""
    p = view(s, game)
    if not on_table(p, name):
        return {}
    known = s.rules.scenarios.facts(p, name) or {"is": ", ".join(s.rules.showing.status(p, name))}
    return {k: v for k, v in known.items() if isinstance(v, int | str | list)}


def plainly(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def percents(spread: Mapping[str, Fraction]) -> str:
    """``0: 45%, 1: 39%``: numbers in order, words by likelihood."""
    counted = all(value.lstrip("-").isdecimal() for value in spread)
    rows = sorted(spread.items(), key=lambda kv: (int(kv[0]) if counted else -kv[1], kv[0]))
    more = f", {len(rows) - MOST} more" if len(rows) > MOST else ""
    return ", ".join(f"{value}: {percent(chance)}" for value, chance in rows[:MOST]) + more


def percent(chance: Fraction) -> str:
    share = float(chance) * 100
    return "under 0.1%" if 0 < share < 0.1 else f"{share:.1f}%".replace(".0%", "%")

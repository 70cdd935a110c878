"""Laws about what is shown: drawings, sheets, previews and cues tell a seat nothing that it cannot know."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from sandtable.core import Ask, BadSetup, Game, Position, Ruleset, View, answer, why_not
from sandtable.core.bodies import names_on_table
from sandtable.core.scene_changes import told
from sandtable.lab.broken import Broken
from sandtable.lab.steps import Step

SHEETS = 3  # looked at each time, in turn
EVERY = 4  # steps: drawings are costly


def showing_tells_no_secrets(rules: Ruleset, step: Step) -> None:
    """Deal again what a seat cannot know: drawing, sheets, previews and cues must not change."""
    if step.n % EVERY:
        return
    for seat in range(len(rules.seats)):
        other = rules.redeal(step.before, seat, Random(step.n))
        if other == step.before:
            continue
        for what, show in (("drawing", _drawing), ("sheets", _sheets), ("previews", _previews)):
            here, there = (_plain(show(rules, game, seat, step)) for game in (step.before, other))
            if here != there:
                raise Broken(f"{rules.seat_name(seat)}'s {what} change with what it cannot know")
        ask = step.before.waiting
        if isinstance(ask, Ask) and ask.seat == seat and why_not(rules, other, step.value) is None:
            here, there = (_plain(_cues(rules, game, seat, step)) for game in (step.before, other))
            if here != there:
                raise Broken(f"{rules.seat_name(seat)}'s cues tell what it cannot know")


def cues_are_told_of_everything(rules: Ruleset, step: Step) -> None:
    """Every event that a seat may know has cues, and the pieces they name are in the drawing before or after."""
    if not step.after.events or step.n % EVERY != 1:
        return
    seat = step.n // EVERY % len(rules.seats)
    try:
        drawn = [rules.showing.scene(_known(rules, game, seat)) for game in (step.before, step.after.game)]
    except BadSetup:  # a game without a drawing
        return
    known = {thing.id for scene in drawn for thing in (*scene.pieces, *scene.bodies)}
    known |= {marker.name for scene in drawn for marker in scene.markers} | set(rules.seats)
    known |= {track.name for scene in drawn for track in scene.tracks}
    for one in _cues(rules, step.before, seat, step):
        if not one.cues:
            raise Broken(f"nothing is shown of {one.text!r}")
        for cue in one.cues:
            named = [getattr(cue, field) for field in ("piece", "actor", "target") if hasattr(cue, field)]
            if unknown := [name for name in named if name not in known]:
                raise Broken(f"a cue of {one.text!r} names {unknown[0]!r}, which is not drawn")


def _known(rules: Ruleset, game: Game, seat: int) -> Position:
    return Position(rules, rules.redact(game.state, seat))


def _drawing(rules: Ruleset, game: Game, seat: int, step: Step) -> Any:
    try:
        return rules.showing.scene(_known(rules, game, seat), seat)
    except BadSetup:
        return None


def _sheets(rules: Ruleset, game: Game, seat: int, step: Step) -> Any:
    p = _known(rules, game, seat)
    try:
        names = (*names_on_table(p), *rules.seats, *rules.showing.names(p))
    except BadSetup:
        return ()
    first = step.n * SHEETS % max(1, len(names))
    return [rules.showing.sheet(p, name) for name in (*names[first : first + SHEETS], *rules.seats)]


def _previews(rules: Ruleset, game: Game, seat: int, step: Step) -> Any:
    ask = View(rules, game, seat).ask
    preview = None if ask is None else getattr(ask.domain, "preview", None)
    return None if preview is None else preview(step.value)


def _cues(rules: Ruleset, game: Game, seat: int, step: Step) -> list[Any]:
    after = answer(rules, game, step.value)
    state, before, found = game.state, _known(rules, game, seat), []
    for happened in after.events:
        state = happened.apply(state)
        now = Position(rules, rules.redact(state, seat))
        event = happened.seen_by(seat)
        if event is not None:
            found.append(told(before, now, event))
        before = now
    return found


def _plain(value: Any) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)

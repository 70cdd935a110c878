"""A unit is gone, and the characters with it (WM-CHAR-8)."""

from __future__ import annotations

from sandtable.rulesets.warmaster.state.events.losing import CharacterSlain, UnitDestroyed
from sandtable.rulesets.warmaster.state.rules import Draft


def destroy(d: Draft, unit: str, cite: str) -> None:
    """Take a unit off the table; each character who had joined it is told to be slain."""
    joined = [name for name, character in d.state.characters.items() if character.joined == unit]
    d.emit(UnitDestroyed(unit=unit, cite=cite))
    for name in joined:
        d.emit(CharacterSlain(character=name, cite="WM-CHAR-8"))

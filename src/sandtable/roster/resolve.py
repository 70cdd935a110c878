"""Forces by what a person types: the name of a sample, or a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.core import BadSetup, Ruleset
from sandtable.core.name_lookup import Names
from sandtable.core.rosters import NO_OPTIONS
from sandtable.roster.files import grave, read_file, rosters_of


def resolve(rules: Ruleset, given: str, options: Mapping[str, Any] = NO_OPTIONS) -> str | dict[str, Any]:
    """A force for ``new_game(forces=...)``: the name of a sample stays a name, a file becomes data, checked.

    `options` are those of the game that limit lists.
    Records keep the options, so a game played with a file's force can be replayed without the file.
    """
    rosters = rosters_of(rules)
    if given in rosters.samples():
        return given
    army = army_of(rules, given)
    if found := grave(rosters.check(army, options)):
        listed = "\n".join(f"  {problem}" for problem in found)
        raise BadSetup(f"{given} is not a legal force:\n{listed}")
    return rosters.data(army)


def resolve_all(
    rules: Ruleset, given: str, options: Mapping[str, Any] = NO_OPTIONS
) -> tuple[str | dict[str, Any], ...]:
    """Forces for every seat, as typed with a comma between."""
    return tuple(resolve(rules, name.strip(), options) for name in given.split(","))


def army_of(rules: Ruleset, given: str) -> Any:
    """The army of a sample or a file, legal or not."""
    rosters = rosters_of(rules)
    samples = rosters.samples()
    if given in samples:
        return rosters.read(samples[given])
    path = Path(given)
    if path.is_file():
        return read_file(path, rules.name)[1]
    near = Names(dict.fromkeys(samples, ())).near(given, alike=0.5)
    hint = f"did you mean {near[0]}? " if near else ""
    raise BadSetup(f"no force or file {given!r}; {hint}forces: {', '.join(samples)}")

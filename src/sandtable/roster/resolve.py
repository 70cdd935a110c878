"""From what a person types to a force: the name of a sample, or a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.core import BadSetup, Ruleset
from sandtable.core.name_lookup import Names
from sandtable.roster.files import grave, read_file, rosters_of


def resolve(rules: Ruleset, said: str, mission: str = "") -> str | dict[str, Any]:
    """A force for ``new_game(forces=...)``: the name of a sample stays a name, a file becomes data, checked.

    Records keep the options, so a game played with a file's force can be replayed without the file.
    """
    rosters = rosters_of(rules)
    if said in rosters.samples():
        return said
    army = army_of(rules, said)
    if found := grave(rosters.check(army, mission)):
        listed = "\n".join(f"  {problem}" for problem in found)
        raise BadSetup(f"{said} is not a legal force:\n{listed}")
    return rosters.data(army)


def resolve_all(rules: Ruleset, said: str, mission: str = "") -> tuple[str | dict[str, Any], ...]:
    """Forces for every seat, as typed with a comma between."""
    return tuple(resolve(rules, name.strip(), mission) for name in said.split(","))


def army_of(rules: Ruleset, said: str) -> Any:
    """The army of a sample or a file, legal or not."""
    rosters = rosters_of(rules)
    samples = rosters.samples()
    if said in samples:
        return rosters.read(samples[said])
    path = Path(said)
    if path.is_file():
        return read_file(path, rules.name)[1]
    near = Names(dict.fromkeys(samples, ())).near(said, alike=0.5)
    hint = f"did you mean {near[0]}? " if near else ""
    raise BadSetup(f"no force or file {said!r}; {hint}forces: {', '.join(samples)}")

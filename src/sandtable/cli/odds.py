"""`sandtable odds`: chances from the rules that resolve the game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated

import typer

from sandtable.chance import BUDGET, SEED, WITHIN, Policies, trial_odds, using
from sandtable.chance.facet import FLAG, known_options, trial_options
from sandtable.cli.output import Json, data, say
from sandtable.cli.prepare import compile_if_needed
from sandtable.core import BadSetup, Ruleset, find
from sandtable.geometry.compiled import PLAIN

POINTS = 100 * WITHIN
SETTINGS = {"context_settings": {"allow_extra_args": True, "ignore_unknown_options": True}}


def odds(
    context: typer.Context,
    ruleset: Annotated[str, typer.Argument(help="Which game; its own options follow: leave them out for a list.")],
    policy: Annotated[str, typer.Option(help="What seats do with their reactions: never, always or best.")] = "never",
    use: Annotated[str, typer.Option(help="Only these reactions and spikes are used, with commas between.")] = "",
    budget: Annotated[int, typer.Option(help="Answers played exactly at most; dice are thrown for the rest.")] = BUDGET,
    within: Annotated[float, typer.Option(help="Largest ± of a chance, in points, where dice are thrown.")] = POINTS,
    seed: Annotated[int, typer.Option(help="Seed of the dice thrown.")] = SEED,
    fractions: Annotated[bool, typer.Option("--fractions", help="Exact fractions beside the percents.")] = False,
    json: Json = False,
) -> None:
    """Odds of an attack: hit, damage, destroyed, and the dice with their reasons.

    They are exact; where that would take too long, dice are thrown for the rest and every chance has its ±.

    [bold]Examples[/bold]

      sandtable odds warcaster --attack 4A+2P --defence 2A+2P --pow 5 --arm 4 --health 3
      sandtable odds warcaster --attacker dusk_wolf --weapon rail_gun --arc 2 --target marauder --cover
      sandtable odds warcaster --attacker dusk_wolf --weapon rail_gun --arc 2 --target marauder --use arc_booster
      sandtable odds duel --attacker rosalind --target gunther --json
    """
    rules = find(ruleset)
    wanted = read(rules, context.args)
    if not wanted:
        listed(rules)
        return
    if rules.odds.trial_moves_nobody:
        os.environ.setdefault(PLAIN, "1")  # for this command: the compiler takes half a second to load
    else:
        compile_if_needed()
    chosen: Policies = using(*(name.strip() for name in use.split(","))) if use else policy
    found = trial_odds(rules, wanted, chosen, budget=budget, within=within / 100, seed=seed).summary
    assert found is not None
    if json:
        data(found.data())
    else:
        say(found.text(fractions=fractions))


def read(rules: Ruleset, words: Sequence[str]) -> dict[str, str]:
    """``--attack 4A+2P --cover`` or ``--attack=4A+2P``, by the options the ruleset names."""
    wanted: dict[str, str] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            raise BadSetup(f"{word!r} belongs to no option; {rules.name} knows: {known_options(rules)}")
        name, given, value = word[2:].partition("=")
        if name not in trial_options(rules):
            raise BadSetup(f"{rules.name} knows no --{name}; known: {known_options(rules)}")
        if not given and not trial_options(rules)[name].endswith(FLAG):
            if not left:
                raise BadSetup(f"--{name} needs a value: {trial_options(rules)[name]}")
            value = left.pop(0)
        wanted[name] = value
    return wanted


def listed(rules: Ruleset) -> None:
    if not trial_options(rules):
        raise BadSetup(f"{rules.name} sets up no positions for odds; ask a match: match.odds(choice)")
    say(f"{rules.title}: odds of an attack", "bold")
    for name, words in trial_options(rules).items():
        say(f"  --{name:<14} {words}")

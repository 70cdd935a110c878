"""What a person reads who types something that is not allowed: who is meant, what is in the way, all that is barred."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.terminal.prompts import in_one
from tests.cli.test_one_line import typed

NEAR = {"seat": "b", "card": "destroyer", "at": [20, 15], "facing": 270}
MARKED = {"seat": "a", "at": [20, 10], "facing": 90, "marks": ["cortex"]}


def flat(shown: str) -> str:
    return " ".join(shown.split())


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["A runs"], "A runs"),
        (["A charges B for 1 focus", "A charges C D for 1 focus"], "A charges B, C D for 1 focus"),
        (["A charges C 1", "A charges C 2"], "A charges C 1, 2"),
        (["A locks B: left, for 1 focus", "A locks B: head, for 1 focus"], "A locks B: left, head for 1 focus"),
        ([f"A hits {n} now" for n in "BCDEFG"], "A hits B, C, D, E and 2 more now"),
    ],
)
def test_what_several_labels_share_is_said_once(labels: list[str], said: str) -> None:
    assert in_one(labels) == said


def test_of_a_deed_that_is_barred_for_one_reason_all_targets_stand_in_one_line(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "activate ironclad", "why not", ironclad=MARKED)
    told = shown.rpartition("why not")[2]
    assert told.count("Ironclad charges") == 1 and told.count("the cortex of Ironclad is out") <= 8
    assert "it is out of reach of Quake Hammer" in flat(told) and "more: `why not`" not in told


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("slam destroyer", "ironclad"),
        ("attack destroyer with quake_hammer", "ironclad"),
        ("feat", "stryker"),
        ("march north", "fangs"),
    ],
)
def test_who_is_proposed_for_a_deed_can_do_it(line: str, who: str, tmp_path: Path) -> None:
    _, shown = typed(tmp_path, line, destroyer=NEAR)
    assert f"a name before it: {who} {line}" in flat(shown)


def test_another_piece_waits_until_the_active_one_has_ended(tmp_path: Path) -> None:
    match, shown = typed(tmp_path, "activate ironclad", "lancer advance north 4", "guns march north 4")
    assert flat(shown).count("the activation of Ironclad is not over Legal would be: end") == 2
    assert match.game.state.activating == "ironclad"


@pytest.mark.parametrize("line", ["lancer", "Lancer"])
def test_the_name_of_ones_own_piece_alone_does_nothing_to_it(line: str, tmp_path: Path) -> None:
    """While another is active the only option with that name may be to slam it."""
    match, shown = typed(tmp_path, "activate ironclad", line, lancer={"seat": "a", "at": [23, 14]})
    assert match.game.state.activating == "ironclad" and match.game.state.status["ironclad"].focus == 1
    assert "alone says too little" in shown and "Ironclad slams Lancer" in flat(shown)


def test_a_march_that_one_trooper_cannot_make_says_who(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "guns march north 5; guns.3 30 30")
    assert "in too far for 6 in (Long Gunner Infantry 3)" in flat(shown)


def test_what_ends_a_trample_or_slam_is_named(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "ironclad trample north 8", "ironclad slam destroyer ahead 7", destroyer=NEAR)
    assert flat(shown).count("stopped by Destroyer") == 2, shown[-900:]


def test_an_active_unit_may_be_named_again_before_its_order(tmp_path: Path) -> None:
    match, shown = typed(tmp_path, "activate guns", "guns march north 2")
    assert match.game.state.models["guns.1"].y == 12_000, shown[-400:]

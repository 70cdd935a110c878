"""Plain text lists taken apart, without a game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.name_lookup import Names
from sandtable.roster import lines_of
from sandtable.roster.beside import MOST


@pytest.mark.parametrize(
    ("text", "times", "head", "groups"),
    [
        ("2x Dusk Wolf: Scout; Slug Gun, Ripper", 2, "Dusk Wolf", (("Scout",), ("Slug Gun", "Ripper"))),
        ("  - 2 × dusk_wolf", 2, "dusk_wolf", ()),
        ("3 Fire Team", 3, "Fire Team", ()),
        ("x4 Hunter", 4, "Hunter", ()),
        ("Hunter x2", 2, "Hunter", ()),
        ("Radliffe X9", 1, "Radliffe X9", ()),
        ("Wolf (Scout, 2x Ripper)", 1, "Wolf", (("Scout", "Ripper", "Ripper"),)),
        ("Fire Team (3 models) + Warder", 1, "Fire Team", (("Warder",),)),
        ("Wolf with Scout and Ripper # the fast one", 1, "Wolf", (("Scout", "Ripper"),)),
        ("Wolf - Scout - Ripper // fast", 1, "Wolf", (("Scout",), ("Ripper",))),
        ("* **Wolf** [DC 2, WP 3 of 5]", 1, "Wolf", ()),
        ("Warjacks (4)", 1, "Warjacks", ()),
        ("Assault Rifle/Bayonet", 1, "Assault Rifle/Bayonet", ()),
        ("9999x Wolf", MOST, "Wolf", ()),
        ("Wolf: Scout; Ripper x2", 1, "Wolf", (("Scout",), ("Ripper", "Ripper"))),
        ("2x Wolf (Scout) x3", 6, "Wolf", (("Scout",),)),
        ("Wolf x2: Scout", 2, "Wolf", (("Scout",),)),
    ],
)
def test_a_line(text: str, times: int, head: str, groups: tuple[tuple[str, ...], ...]) -> None:
    (line,) = lines_of(text)
    assert (line.times, line.head, line.groups) == (times, head, groups)


def test_comments_rules_and_empty_lines_say_nothing() -> None:
    text = "# a list\n\n-----\n   // nothing\n   - \nMy Force\n========\nPlan: go #1 for the middle\n"
    title, plan = lines_of(text)
    assert (title.number, title.raw, title.title) == (6, "My Force", True)
    assert (plan.number, plan.head, plan.value) == (8, "Plan", "go #1 for the middle")


@settings(deadline=None)
@given(st.text())
def test_any_text_can_be_taken_apart(text: str) -> None:
    assert all(0 < line.number <= len(text.splitlines()) for line in lines_of(text))


def test_names() -> None:
    names = Names({"dusk_wolf": ("Dusk Wolf",), "fire_team": ("Ranger Fire Team",), "scouts": ("Ranger Scouts",)})
    assert names.exact("DUSK  wolf") == names.exact("dusk_wolf") == "dusk_wolf"
    assert names.exact("ranger scout") == "scouts", "plurals do not matter"
    assert names.meant("Fire Teams") == ["fire_team"]
    assert names.meant("ranger") == ["fire_team", "scouts"]
    assert names.meant("ranger", {"scouts"}) == ["scouts"]
    assert names.near("Dsuk Wulf") == ["dusk_wolf"]
    assert names.near("Zeppelin") == []
    assert names.meant("") == [] and names.exact("???") is None


def test_a_value_is_not_counted() -> None:
    (line,) = lines_of("Plan: hold the hill ×2")
    assert (line.head, line.value, line.counted, line.times) == ("Plan", "hold the hill ×2", False, 1)


def test_sizes_and_costs_are_words_of_the_game() -> None:
    (line,) = lines_of("Cart (10 crew, DC 3): Pike", costs=("dc",))
    assert (line.size, line.groups) == (0, (("Pike",),))
    (line,) = lines_of("Cart (10 crews) (12 pts): Pike", size="crew")
    assert (line.size, line.groups) == (10, (("Pike",),))
    (line,) = lines_of("Cart (DC): Pike")
    assert line.groups == (("DC",), ("Pike",)), "of another game"


def test_indents_are_measured() -> None:
    assert [line.indent for line in lines_of("a\n  b\n\tc\n  \td")] == [0, 2, 4, 4]

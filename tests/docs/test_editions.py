"""The page of differences is what the rulesets are."""

from __future__ import annotations

import pytest

from sandtable.core import BadSetup, find
from sandtable.lab.editions import Difference, differences
from tests.docs.editions import PAGE, page


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.docs.editions"


def test_every_difference_cites_rules_that_exist() -> None:
    mk1, mk2 = find("warmachine-mk1"), find("warmachine-mk2")
    found = differences(mk1, mk2)
    assert len(found) > 40
    unknown = [id for each in found for id in each.rules if id not in mk1.rulebook and id not in mk2.rulebook]
    assert not unknown
    assert sum(bool(each.rules) for each in found) > len(found) * 3 // 4


def test_figures_policies_and_chapters_are_told_side_by_side() -> None:
    found = {each.what: each for each in differences(find("warmachine-mk1"), find("warmachine-mk2"))}
    assert found["first zone"] == Difference("first zone", "10 in (M1-SETUP-2)", "7 in (M2-FORCE-8)")
    assert "M1-LOS" in found["sight"].here and "M2-LOS" in found["sight"].there
    assert found["tough"].here == "" and found["tough"].there


def test_a_ruleset_does_not_differ_from_itself() -> None:
    assert differences(find("warmachine-mk2"), find("warmachine-mk2")) == []


def test_other_games_are_no_editions_of_it() -> None:
    with pytest.raises(BadSetup, match="no editions of one game"):
        differences(find("warmachine-mk1"), find("warcaster"))

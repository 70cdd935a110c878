"""Ready-made lists may change: a record goes on with the lists it began with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.chance import Seeded
from sandtable.core import Ruleset, find
from sandtable.core.data_versions import newer
from sandtable.match import Match, load, new_match
from sandtable.match.files import match_of, record_of
from sandtable.record import Record, read, verify, write
from sandtable.server.kept_matches import Rows, end_line, forked, match_from, prepared, record_text
from tests.rulesets.lists import RULESETS, as_of, earlier, kept, ready_made

GOLDEN = Path(__file__).parent / "golden" / "warmachine-mk2.data-1.sand"


def go_on(match: Match, answers: int) -> Match:
    rng = Random(1)
    for _ in range(answers):
        assert match.ask is not None
        found = match.ask.ask.domain.candidates(match.position, 1, rng)
        match.answer(found[0] if found else match.ask.default)
    return match


def again(match: Match) -> Record:
    return read(write(record_of(match)))


# --- the data ---
@pytest.mark.parametrize("name", RULESETS)
def test_every_list_is_kept_as_each_version_of_the_data_had_it(name: str) -> None:
    rules, versions = find(name), kept()[name]
    says = (
        f"{name} {rules.data_version}: a list that changes keeps its earlier form as [earlier.\"NAME@DATA\"], "
        "data_version is raised, and tests.rulesets.lists.keep() adds the new version"
    )  # fmt: skip
    assert rules.data_version in versions, says
    assert set(ready_made(rules)) == set(versions[rules.data_version]), says
    for data, lists in versions.items():
        for key, wanted in lists.items():
            assert as_of(rules, data, key) == wanted, f"{key} of data {data}: {says}"


@pytest.mark.parametrize("name", RULESETS)
def test_an_earlier_form_is_older_than_the_data(name: str) -> None:
    rules = find(name)
    assert all(newer(rules.data_version, form.partition("@")[2]) for form in earlier(rules))


# --- lists changed once and again ---
def changed(rules: Any, data: str, **forms: Any) -> Ruleset:
    """The rules with newer data, in which these lists are others."""
    other = type(rules)()
    other.data_version = data
    armies, before = dict(ready_made(rules)), dict(earlier(rules))
    before |= {f"{name}@{rules.data_version}": armies[name] for name in forms}
    armies |= forms
    if rules.name == "warmaster":
        other.library = replace(rules.library, lists=armies, earlier=before)
    else:
        other.cards = replace(rules.cards, armies=armies, earlier=before)
    return other  # type: ignore[no-any-return]


def in_other_order(chosen: Any) -> Any:
    """Another list of the same cost: its last entry comes first."""
    if hasattr(chosen, "units"):
        *others, last = chosen.units.items()
        return msgspec.structs.replace(chosen, units=dict([last, *others]))
    first, *rest = chosen.list
    jacks = first.battlegroup
    return msgspec.structs.replace(
        chosen, list=(msgspec.structs.replace(first, battlegroup=(jacks[-1], *jacks[:-1])), *rest)
    )


def smaller(chosen: Any) -> Any:
    """A list with less in it."""
    if hasattr(chosen, "units"):
        general = next(iter(chosen.characters))
        return msgspec.structs.replace(chosen, characters={general: 1}, mounts={}, total=0)
    first, *rest = chosen.list
    return msgspec.structs.replace(
        chosen, list=(msgspec.structs.replace(first, battlegroup=first.battlegroup[:-1]), *rest)
    )


def default_armies(rules: Ruleset) -> list[str]:
    found: list[str] = next(option.default for option in rules.match_options() if option.key == "armies")
    return found


@pytest.mark.parametrize("named", [True, False], ids=["named", "by default"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_record_outlives_two_changes_of_its_lists(name: str, named: bool) -> None:
    rules = find(name)
    armies = default_armies(rules)
    options: dict[str, Any] = {"armies": armies} if named else {}
    once = changed(rules, f"{rules.data_version}.1", **{a: in_other_order(ready_made(rules)[a]) for a in armies})
    twice = changed(once, f"{rules.data_version}.2", **{a: smaller(ready_made(once)[a]) for a in armies})
    old, middle, new = (new_match(r, seed=3, **options) for r in (rules, once, twice))
    assert len({repr(m.start.game.state) for m in (old, middle, new)}) == 3

    go_on(old, 6)
    for later in (once, twice):
        assert verify(later, again(old)).verified
    step = match_of(once, again(old))
    assert step.game == old.game and step.history == old.history
    assert verify(twice, again(go_on(step, 3))).verified
    last = match_of(twice, again(step))
    assert last.game == step.game and verify(twice, again(go_on(last, 3))).verified
    assert verify(twice, again(go_on(middle, 6))).verified


def test_a_record_that_claims_other_data_begins_with_other_lists() -> None:
    rules = find("warmachine-mk2")
    army = default_armies(rules)[0]
    once = changed(rules, f"{rules.data_version}.1", **{army: smaller(ready_made(rules)[army])})
    record = again(go_on(new_match(once, seed=3), 4))
    assert verify(once, record).verified
    assert verify(once, record._replace(data=rules.data_version)).faults


def test_lists_of_ones_own_stay_as_they_are() -> None:
    rules = find("warmachine-mk2")
    armies = default_armies(rules)
    assert rules.rosters is not None
    own = dict(rules.rosters.samples()[armies[0]])
    once = changed(rules, f"{rules.data_version}.1", **{a: smaller(ready_made(rules)[a]) for a in armies})
    match = go_on(new_match(rules, seed=3, armies=[own, armies[1]]), 4)
    assert verify(once, again(match)).verified


# --- a game saved with data 1, before Cygnar's box B of Mk II had a Lancer ---
def test_a_game_of_data_1_is_verified_and_goes_on(tmp_path: Path) -> None:
    match = load(GOLDEN)
    record = read(GOLDEN.read_bytes())
    found = verify(match.rules, record)
    assert found.faults == () and (found.verified or record.version < match.rules.version)
    assert any("beacon" in name for name in match.game.state.models)
    go_on(match, 10).save(tmp_path / "later.sand")
    later = load(tmp_path / "later.sand")
    assert later.game == match.game and verify(match.rules, again(later)).verified


def kept_rows() -> Rows:
    """As a server keeps it that has not made a position of it."""
    header, lines = GOLDEN.read_text(encoding="utf-8").split("---\n")
    return Rows("warmachine-mk2", f"{header}---\n", tuple(lines.splitlines()[:-1]))


def test_a_match_of_data_1_in_a_servers_database_goes_on() -> None:
    rows = kept_rows()
    match, wanted = match_from(rows), load(GOLDEN)
    assert match.game == wanted.game and match.options == wanted.options
    text = record_text(rows.header, rows.lines, end_line(rows))
    assert verify(match.rules, read(text)).faults == ()
    go_on(match, 5)


def test_forks_and_uploads_of_data_1_are_whole_records() -> None:
    rows, rules = kept_rows(), find("warmachine-mk2")
    fork = forked(rows, (), Seeded(8))
    upload = prepared(load(GOLDEN))
    for made in (fork, upload):
        record = read(record_text(made.header, made.lines, ""), recover=True)
        assert verify(rules, record).faults == ()
        go_on(match_of(rules, record, recover=True), 5)

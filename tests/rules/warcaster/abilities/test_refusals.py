"""Why a spike or a special action is refused: what is said of each wrong phrase (WC-ARC-8, WC-ACT-8)."""

from __future__ import annotations

import pytest

from tests.rules.warcaster.kit import Bench, marauder, piece, wolf

FOE = marauder([15, 28])


def raptor(arc: int) -> Bench:
    jack = piece("strike_raptor", "a", [15, 6], arc=arc, cortex="bomber", weapons=["vortex_missile"])
    return Bench(pieces={"raptor": jack, "wolf": wolf([5, 5], arc=1), "m": FOE}).play("activate raptor")


@pytest.mark.rule("WC-ARC-8")
@pytest.mark.parametrize(
    ("arc", "phrase", "cite", "reason"),
    [
        (0, "spike jump_jets", "WC-ARC-8", "raptor has no Arc to spike"),
        (1, "spike shockwave", "WC-ARC-8", "raptor cannot spike Shockwave"),
        (1, "spike bomber", "WC-ARC-8", "raptor cannot spike Bomber"),
        (1, "spike jump_jets on wolf", "WC-ARC-8", "Jump Jets cannot be used so now"),
        (1, "spike", "WC-ACT-2", ""),
        (1, "spike nonsense", "WC-ACT-2", ""),
        (1, "jump_jets spike", "WC-ACT-2", ""),
        (1, "use jump_jets", "WC-ACT-2", ""),
    ],
)
def test_why_something_cannot_be_spiked(arc: int, phrase: str, cite: str, reason: str) -> None:
    refusal = raptor(arc).refusal(phrase, cite)
    if reason:
        assert refusal.reason == reason
    else:
        assert "not on offer" in refusal.reason


@pytest.mark.rule("WC-ARC-8", "WC-SPEC-4")
def test_a_spike_for_the_whole_activation_is_used_once() -> None:
    t = raptor(2).play("spike jump_jets")
    assert t.unit("raptor").arc == 1
    assert t.refusal("spike jump_jets", "WC-SPEC-4").reason == "Jump Jets was used in this activation"


@pytest.mark.rule("WC-ACT-8")
@pytest.mark.parametrize(
    ("phrase", "reason"),
    [
        ("repair nobody", "Repair does nothing for nobody"),
        ("engineer repair nobody", "Repair does nothing for nobody"),
        ("tune engineer", "Tune Up does nothing for engineer"),
        ("dance wolf", ""),
        ("engineer", ""),
    ],
)
def test_why_a_special_action_cannot_be_done(phrase: str, reason: str) -> None:
    pieces = {"engineer": piece("combat_engineer", "a", [15, 8]), "wolf": wolf([5, 20]), "m": FOE}
    refusal = Bench(pieces=pieces).play("activate engineer").refusal(phrase)
    if reason:
        assert (refusal.cite, refusal.reason) == ("WC-ACT-8", reason)
    else:
        assert refusal.cite == "WC-ACT-2"

"""Moving a file changes no save and no game: what they depend on is pinned by name."""

from __future__ import annotations

import pytest

from sandtable.core import find
from tests.rulesets.names import RULESETS, file, names


@pytest.mark.parametrize("ruleset", RULESETS)
def test_names_in_saves_and_the_order_of_hooks_are_pinned(ruleset: str) -> None:
    kept = file(ruleset).read_text(encoding="utf-8").splitlines()
    now = names(find(ruleset)).splitlines()
    gone, new = [n for n in kept if n not in now], [n for n in now if n not in kept]
    assert (gone, new) == ([], []), "a renamed kind or step needs a migration; then tests.rulesets.names.keep(name)"
    assert now == kept, "the order of hooks changed, and with it the order of options and forced frames"

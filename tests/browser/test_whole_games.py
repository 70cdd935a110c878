"""Games through the page's own gestures, answers picked by a bot that looks at the same table.

An ordinary run gives the seat to a bot after so many answers; a long one plays to the end by hand.
"""

import pytest

from sandtable.bots import bot
from tests.browser.player import Player
from tests.soak import cases


@pytest.mark.parametrize(
    "game", ["warcaster", "warmachine-mk1", "warmachine-escalation", "warmachine-mk2", "warmaster"]
)
def test_a_game_by_hand(player: Player, game: str) -> None:
    player.play_now(game)
    result = player.play_to_the_end(bot("recruit", seed=1).choose, by_hand=cases(70, 1500))
    assert result["reason"]
    player.page.wait_for_selector("dialog[open] [data-act=rematch]")
    by_hand = sum(player.gestures.values()) - player.gestures.get("suggestion", 0)
    assert player.gestures.get("suggestion", 0) < by_hand / 4, player.gestures

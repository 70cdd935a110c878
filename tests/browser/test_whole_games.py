"""Whole games through the page's own gestures, answers picked by a bot that looks at the same table."""

import pytest

from sandtable.bots import bot
from tests.browser.player import Player


@pytest.mark.parametrize(
    "game", ["warcaster", "warmachine-mk1", "warmachine-escalation", "warmachine-mk2", "warmaster"]
)
def test_a_whole_game_by_hand(player: Player, game: str) -> None:
    player.play_now(game)
    result = player.play_to_the_end(bot("recruit").choose)
    assert result["reason"]
    player.page.wait_for_selector("dialog[open] [data-act=rematch]")
    by_hand = sum(player.gestures.values()) - player.gestures.get("suggestion", 0)
    assert player.gestures.get("suggestion", 0) < by_hand / 4, player.gestures

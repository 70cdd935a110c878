"""What a program is sent is what its seat may know, byte by byte."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from duel.common.state import Tricks
from duel.common.turns import Turns

from sandtable.bots.stdio import StdioBot, messages
from sandtable.bots.stdio.game import play_out
from sandtable.chance import Seeded
from sandtable.core import Ruleset, View, begin, find
from sandtable.match import Match, new_match
from sandtable.rulesets.warcaster.state.events.cards import CardEvent, Drawn
from tests.bots.scripts import LOOSE, first_candidate, script

KEEP = """
log = open(sys.argv[1], "a", encoding="utf-8")
for line in sys.stdin:
    log.write(line)
    log.flush()
    ((kind, body),) = json.loads(line).items()
    if kind == "ask":
        answer(body, legal(body))
"""


def test_no_hidden_card_is_ever_sent(tmp_path: Path) -> None:
    """The other seat's tricks have names of their own here: whatever shows one has told a secret."""
    rules: Ruleset = find("duel")
    state = rules.new_game({}).state.with_tricks(1, Tricks(bag=("secret one", "secret two")))
    match = Match(rules, begin(rules, state, Turns()), Seeded(4), from_position=True)
    log = tmp_path / "sent"
    bot = StdioBot(script(tmp_path, KEEP, str(log)), limits=LOOSE)

    assert play_out(match, {0: bot}, {1: first_candidate}) is None

    sent = log.read_text(encoding="utf-8")
    spent = [e for e in map(str, match.game.state.tricks[1].spent) if e in sent]
    assert match.game.state.tricks[1].hand, "it never drew: this proves nothing"
    assert [name for name in ("secret one", "secret two") if name in sent and name not in spent] == []
    assert sent.count('"ask"') > 20
    assert '"hand":["?"' in sent


@pytest.mark.parametrize(("ruleset", "most"), [("duel", 200), ("lines", 200), ("warcaster", 400)])
def test_what_is_sent_does_not_depend_on_what_is_hidden(ruleset: str, most: int) -> None:
    """Deal anew what a seat cannot know: the very same bytes must go out."""
    match = new_match(ruleset, seed=11)
    rng, dealt = Random(11), 0
    for n in range(most):
        if (ask := match.ask) is None:
            break
        other = match.rules.redeal(match.game, ask.seat, rng)
        dealt += other != match.game
        told = list(match.event_lines(ask.seat, max(0, len(match.history) - 5)))
        sent = [messages.question(n, View(match.rules, game, ask.seat), told, 1 << 20) for game in (match.game, other)]
        assert sent[0] == sent[1]
        match.answer((ask.domain.candidates(1, n) or [ask.default])[0])
    assert dealt > 0 or ruleset == "lines"  # lines hides nothing


def test_no_card_of_the_other_hand_is_sent_in_warcaster(tmp_path: Path) -> None:
    """Seat b has another deck; none of its cards is known before it is played."""
    match = new_match("warcaster", forces=("marcher_box", "continuum_box"), seed=6)
    log = tmp_path / "sent"
    bot = StdioBot(script(tmp_path, KEEP, str(log)), limits=LOOSE)
    ours = {*match.game.state.players[0].hand, *match.game.state.players[0].rack}
    hidden: list[tuple[int, set[str]]] = []  # after so many questions, the cards that b has never shown

    def other(view: View) -> Any:
        # Drawing is secret; playing and discarding are open (WC-RACK-6), and known even when the card is drawn again.
        open_to_all = {e.card for e in match.events if isinstance(e, CardEvent) and not isinstance(e, Drawn)}
        theirs = {*view.state.players[1].hand, *view.state.players[1].rack}
        hidden.append((bot.asked, theirs - ours - open_to_all))
        return first_candidate(view)

    assert play_out(match, {0: bot}, {1: other}) is None
    asks = [line for line in log.read_text(encoding="utf-8").splitlines() if line.startswith('{"ask"')]
    assert len(asks) == bot.asked > 50
    assert sum(len(cards) for _, cards in hidden) > 100, "too little was hidden: this proves nothing"
    for at, cards in hidden:
        told = "".join(asks[:at])
        assert [card for card in cards if card in told] == [], f"by question {at}"

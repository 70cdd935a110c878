"""A position kept in the database is the game again, wording included."""

from zlib import compress, decompress

import msgspec

from sandtable.core.texts import Text, say
from sandtable.match import Match, new_match
from sandtable.server.kept_matches import Rows, header_of, kept_position, match_from


def kept(match: Match) -> Rows:
    return Rows("duel", header_of(match), (), **kept_position(match))


def asked(match: Match) -> str:
    assert match.ask is not None
    return match.ask.ask.prompt


def at_a_question_with_names() -> Match:
    match = new_match("duel", seed=3)
    while not isinstance(asked(match), Text):
        assert match.ask is not None
        match.answer(match.ask.domain.candidates(1)[0])
    return match


def test_the_pending_question_keeps_its_template() -> None:
    match = at_a_question_with_names()
    before, after = asked(match), asked(match_from(kept(match)))
    assert isinstance(before, Text) and isinstance(after, Text)
    assert after == before and after.template == before.template and after.args == before.args != {}


def test_a_result_keeps_its_template() -> None:
    match = new_match("duel", seed=3)
    match.concede("a")
    result = match.game.result
    assert result is not None
    worded = match.game.but(result=result.but(reason=say("{who} is gone", who="a.1")))
    match.history[-1] = match.history[-1]._replace(game=worded)
    again = match_from(kept(match)).game.result
    assert again is not None and isinstance(again.reason, Text) and again.reason.args == {"who": "a.1"}


def test_a_game_kept_without_its_texts_still_loads() -> None:
    match = at_a_question_with_names()
    rows = kept(match)
    alone = compress(msgspec.json.encode(msgspec.json.decode(decompress(rows.game))["game"]))
    assert match_from(rows._replace(game=alone)).game == match.game

"""Messages keep their template and arguments; people read printed names."""

from typing import Any, ClassVar

import msgspec
import pytest

from sandtable.core import Option, Position
from sandtable.core.facets import Showing
from sandtable.core.texts import Text, english, listed, parts_of, remade, say
from sandtable.core.values import Codec
from sandtable.core.view import labelled


class Named(Showing):
    phrases: ClassVar[dict[str, str]] = {"attack": "{actor} attacks {target}[ with {using}]"}

    def names(self, p: Position) -> dict[str, str]:
        return {"wolf.1": "Dusk Wolf 1", "marauder": "Marauder", "rail_gun": "Rail Gun"}


class Rules:
    showing = Named()


P = Position(Rules(), None)  # type: ignore[type-var]


def test_a_text_is_a_string_with_its_arguments() -> None:
    text = say("{piece} is {by} short", piece="wolf.1", by="1.5")
    assert text == "wolf.1 is 1.5 short" and text.template == "{piece} is {by} short"
    assert english(P, text) == "Dusk Wolf 1 is 1.5 short"
    assert english(P, "wolf.1 stays") == "wolf.1 stays"


def test_optional_parts_are_left_out_with_their_arguments() -> None:
    assert say("a[ with {b}]", b="") == "a"
    assert say("a[ with {b}]", b="c") == "a with c"
    assert say("a[ with {b}]", b=0) == "a with 0"


def test_lists_and_texts_in_texts_are_named_too() -> None:
    inner = say("{who} blocks", who="marauder")
    assert english(P, say("{all}: {why}", all=("wolf.1", "marauder"), why=inner)) == (
        "Dusk Wolf 1 and Marauder: Marauder blocks"
    )
    assert say("{all} stay", all=("wolf.1", "marauder")) == "wolf.1 and marauder stay"
    assert listed([]) == "" and listed(["a", "b", "c"]) == "a, b and c"


def test_a_text_is_saved_as_its_string() -> None:
    assert Codec(()).save([Text("{a}", {"a": 1})]) == b'["1"]'


def saved_parts(text: str) -> Any:
    return msgspec.json.decode(msgspec.json.encode(parts_of(text)))


def test_a_text_is_made_again_from_its_parts() -> None:
    text = say("{all}: {why}", all=("wolf.1", "marauder"), why=say("{who} blocks", who="marauder"))
    again = remade(str.__str__(text), saved_parts(text))
    assert english(P, again) == english(P, text) == "Dusk Wolf 1 and Marauder: Marauder blocks"
    assert remade("plain", saved_parts("plain")) == "plain"


@pytest.mark.parametrize(
    "parts",
    [
        None,
        7,
        {"template": "{a} moves"},
        {"template": "{a:>99999999999}", "args": {"a": "wolf"}},
        {"template": "{a.__class__}", "args": {"a": "wolf"}},
        {"template": "{b} moves", "args": {"a": "wolf"}},
        {"template": "{a} stays", "args": {"a": "wolf"}},
    ],
)
def test_parts_that_give_another_text_are_ignored(parts: Any) -> None:
    kept = remade("wolf moves", parts)
    assert kept == "wolf moves" and not isinstance(kept, Text)


def test_a_label_comes_from_the_phrase_of_the_verb() -> None:
    bare = Option("attack marauder with rail_gun", verb="attack", actor="wolf.1", target="marauder", using="rail_gun")
    (option,) = labelled(P, (bare,)) or ()
    assert option.label == "Dusk Wolf 1 attacks Marauder with Rail Gun"
    (option,) = labelled(P, (bare.but(using=""),)) or ()
    assert option.label == "Dusk Wolf 1 attacks Marauder"
    (option,) = labelled(P, (Option("pass", verb="pass"),)) or ()
    assert option.label == "Pass"

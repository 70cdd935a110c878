"""What a seat has decided in advance for a window: always, or never."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.core import BoundAsk, Option
from sandtable.server.frames import PresetFrame


def preset_answer(ask: BoundAsk, presets: Sequence[PresetFrame]) -> Any:
    """The answer that follows from presets; None: the person is asked."""
    if not ask.window:
        return None
    known = {preset.ability: preset.do for preset in presets if preset.window == ask.window}
    options = ask.domain.options
    if not known or not options:
        return None

    def wish(option: Option) -> str | None:
        return known.get(option.ability) or known.get("")

    deeds = [option for option in options if not option.ends]
    for option in deeds:
        if wish(option) == "always":
            return option.key
    passes = [option for option in options if option.ends]
    never = all(wish(option) == "never" for option in deeds) if deeds else known.get("") == "never"
    if passes and never:
        return passes[0].key
    return None

"""Saves of earlier versions in the middle of making way."""

from __future__ import annotations

from typing import Any

from sandtable.rulesets.warmaster.forced.making_way import ASIDE, STAND, VERBS


def asked_to_make_way(raw: dict[str, Any]) -> dict[str, Any]:
    """A choice among numbered places beside the push becomes the question before it: whether the unit moves aside."""
    frame, ask = raw["stack"][-1], raw["waiting"]
    if frame["type"] != "MakeWay" or frame["at"] != "placed":
        return raw
    unit, pusher = frame["unit"], frame["pusher"]
    offered = [
        {"type": "Option", "key": form, "cite": "WM-MKWY-3", "verb": VERBS[form], "actor": unit, "target": pusher}
        for form in (ASIDE, STAND)
    ]
    asked = {
        **ask,
        "prompt": f"does {unit} make way for {pusher}",
        "domain": {**ask["domain"], "offered": offered},
        "default": ASIDE,
        "cite": "WM-MKWY-1",
    }
    return {**raw, "stack": [*raw["stack"][:-1], {**frame, "at": "told"}], "waiting": asked}

#!/usr/bin/env python3
"""A bot over the protocol of docs/bots.md: it fights when it can, and otherwise takes what is suggested."""

import json
import random
import sys
from typing import Any

LIKED = ("attack", "strike", "shoot", "charge", "throw", "move", "activate", "deploy")
LAST = ("pass", "none", "done", "end", "stay", "hold")


def say(kind: str, body: Any) -> None:
    print(json.dumps({kind: body}), flush=True)  # unflushed, an answer stays here and the clock runs out


def rank(key: str) -> int:
    first = key.replace("_", " ").split(" ")[0]
    return LIKED.index(first) if first in LIKED else len(LIKED) + (first in LAST)


def choose(ask: dict[str, Any], rng: random.Random) -> Any:
    if ask["options"]:
        keys = [option["key"] for option in ask["options"]]
        best = min(map(rank, keys))
        sensible = [key for key in keys if rank(key) == best]
        return rng.choice([key for key in sensible if key in ask["candidates"]] or sensible)
    return rng.choice(ask["candidates"]) if ask["candidates"] else ask["default"]


rng = random.Random()
asked: dict[str, Any] = {}
for line in sys.stdin:  # ends when the engine goes away
    ((kind, body),) = json.loads(line).items()
    if kind == "hello":
        say("hello", {"name": "greedy", "author": "Sandtable examples"})
    elif kind == "new_game":
        rng.seed(body["seed"])
        say("info", {"text": f"playing {body['title']} as {body['seat']}"})
    elif kind == "ask":
        asked = body
        say("answer", {"id": body["id"], "value": choose(body, rng)})
    elif kind == "refused":
        say("answer", {"id": body["id"], "value": asked["default"]})
    elif kind == "quit":
        break

"""The list of HTTP routes: the server registers them from here, and the OpenAPI file is written from here."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sandtable.server import shapes

TEXT, SVG = "text/plain", "image/svg+xml"
MOST_RECORD = 4 * 1024 * 1024
MOST_BODY = 128 * 1024


class Query(NamedTuple):
    name: str
    least: int = 0
    most: int = 1_000_000
    help: str = ""


class Route(NamedTuple):
    """`takes` and `gives` are shapes, or a media type."""

    name: str  # the handler's
    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    gives: Any
    help: str
    takes: Any = None
    token: bool = False  # needs "Authorization: Bearer TOKEN": a seat's, or a spectator's
    queries: tuple[Query, ...] = ()
    status: int = 200
    fails: tuple[int, ...] = ()


MATCH, AT = "/api/matches/{match}", Query("n", help="after so many answers and rolls; otherwise now")

ROUTES: tuple[Route, ...] = (
    Route("health", "GET", "/api/health", shapes.Health, "Whether the server is ready."),
    Route("home", "GET", "/api/home", shapes.Home, "The games that can be played, with the options of a new match."),
    Route("ruleset_picture", "GET", "/api/rulesets/{name}/picture", SVG, "A table of the game, for thumbnails."),
    Route("rule", "GET", "/api/rulesets/{name}/rules/{id}", shapes.RuleFrame, "The text of a rule."),
    Route(
        "check_list", "POST", "/api/rulesets/{name}/lists", shapes.ListChecked,
        "Read and check a pasted list: every fault in its place.", takes=shapes.ListGiven,
    ),
    Route("list_matches", "POST", "/api/mine", shapes.Matches, "The matches these keys open.", takes=shapes.Keys),
    Route(
        "new_match", "POST", "/api/matches", shapes.Seated, "Begin a match.", takes=shapes.NewMatch, status=201,
    ),
    Route(
        "upload", "POST", "/api/records", shapes.Seated, "A match from the text of a record, to look at or go on with.",
        takes=TEXT, status=201,
    ),
    Route("card", "GET", MATCH, shapes.MatchCard, "A match at a glance.", token=True),
    Route("change", "PATCH", MATCH, shapes.MatchCard, "Name or archive it.", takes=shapes.MatchChange, token=True),
    Route("delete", "DELETE", MATCH, None, "Delete it, with its record.", token=True, status=204, fails=(409,)),
    Route(
        "join", "POST", f"{MATCH}/join", shapes.Seated, "Take an open seat by its invite.", takes=shapes.Join,
        fails=(403, 409),
    ),
    Route(
        "invite", "POST", f"{MATCH}/seats/{{seat}}/invite", shapes.Invite,
        "A new invite for an open seat; the old one no longer works.", token=True, fails=(409,),
    ),
    Route(
        "to_bot", "POST", f"{MATCH}/seats/{{seat}}/bot", shapes.MatchCard,
        "Give a seat to a bot: one's own, an open one, or one whose player is away for too long.",
        takes=shapes.BotGiven, token=True, fails=(409,),
    ),
    Route(
        "claim", "POST", f"{MATCH}/seats/{{seat}}/claim", shapes.Seated,
        "Take over a bot's seat, or one whose player is away for too long.", token=True, fails=(409,),
    ),
    Route("rematch", "POST", f"{MATCH}/rematch", shapes.Seated, "The same, seats changed.", token=True, status=201),
    Route(
        "fork", "POST", f"{MATCH}/fork", shapes.Seated, "Play on from a point of it, with other dice.",
        takes=shapes.ForkGiven, token=True, status=201, fails=(409,),
    ),
    Route("record", "GET", f"{MATCH}/record", TEXT, "Its record, or the seat's view of it.", token=True),
    Route("picture", "GET", f"{MATCH}/picture", SVG, "The table as the seat sees it.", token=True, queries=(AT,)),
    Route("guide", "GET", f"{MATCH}/guide", shapes.GuideFrame, "Goal, what wins, what a turn is.", token=True),
    Route(
        "log", "GET", f"{MATCH}/log", shapes.LogPart, "A part of the log.", token=True,
        queries=(Query("before", help="only lines of earlier answers"), Query("most", 1, 1000)),
    ),
    Route(
        "replay", "GET", f"{MATCH}/replay", shapes.Replay, "A part of its history to step through.", token=True,
        queries=(Query("first"), Query("most", 1, 400)),
    ),
)  # fmt: skip

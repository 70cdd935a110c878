"""What can be typed at any prompt besides an answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.cli.terminal import prompts
from sandtable.cli.terminal.advice import advice
from sandtable.cli.terminal.answer_input import AnswerInput, OptionInput, no_choice
from sandtable.cli.terminal.event_lines import silent
from sandtable.cli.terminal.guide import mission, score, turn
from sandtable.cli.terminal.look import hand, look, range_
from sandtable.cli.terminal.odds import odds
from sandtable.cli.terminal.piece_names import Unclear
from sandtable.cli.terminal.saved_games import other_game, resume_command
from sandtable.cli.terminal.screen import BOLD, DIM
from sandtable.core import Position, Refused, Rule

if TYPE_CHECKING:
    from sandtable.cli.terminal.session import Session

LINES = 20
UNITS = {"in": "inches", "cm": "centimetres", "mm": "millimetres"}


class Leave(Exception):
    """The person leaves; the game is kept."""


class Command(NamedTuple):
    run: Callable[[Session, str], None]
    usage: str
    what: str


def command_of(line: str, asked: AnswerInput | None) -> tuple[str, str] | None:
    """The command a line is, and the rest of it. An offer of exactly that name comes first; `/help` is never one."""
    if asked is not None and any(line in (o.key, o.label) for o in asked.options()):
        return None
    word, _, rest = line.removeprefix("/").partition(" ")
    word = {"?": "help", "exit": "quit", "q": "quit", "map": "board"}.get(word.casefold(), word.casefold())
    return (word, rest.strip()) if word in COMMANDS else None


def help_(s: Session, rest: str) -> None:
    if s.asked is not None:
        s.screen.say(("To answer: ", BOLD), f"{s.asked.how}. Enter or default: {s.asked.shown(s.asked.usual)}.")
    else:
        s.screen.say(("To answer: ", BOLD), "type the faces of the dice in order; Enter throws for you.")
    s.screen.say(("Or type:", BOLD))
    wide = max(len(c.usage) for c in COMMANDS.values()) + 2
    for command in COMMANDS.values():
        if s.screen.plain:
            s.screen.say(f"{command.usage}: {command.what}")
        else:
            s.screen.say(command.what, first=f"  {command.usage:<{wide}}")
    s.screen.say(
        (
            "North is away from the first seat; 0deg is east, 90deg north. Lengths in "
            + UNITS.get(s.rules.unit, s.rules.unit)
            + ".",
            DIM,
        )
    )


def why(s: Session, rest: str) -> None:
    if rest.casefold() == "not":
        prompts.barred(s)
        return
    if rest.casefold().startswith("not "):
        why_not(s, rest[4:].strip())
        return
    ask, roll = s.match.ask, s.match.roll
    cite = rest or (ask.cite if ask else roll.cite if roll else "")
    if not cite:
        s.screen.say("No rule is cited for this; `rules TEXT` finds rules.", first="  ")
    elif cite.upper() in s.rules.rulebook:
        print_rule(s, s.rules.rulebook[cite.upper()])
    else:
        rules(s, cite)


def why_not(s: Session, typed: str) -> None:
    if s.asked is None:
        prompts.unclear(s, "nobody has to choose now")
        return
    try:
        answer, rest = s.asked.understood(typed)
        refusal = None if answer is None else s.match.why_not(answer)
        if refusal is None and rest:
            s.tried_out(s.asked, typed).check()
    except Unclear as e:
        prompts.unclear(s, str(e))
        return
    except Refused as e:
        prompts.refused(s, e.refusal, "")
        return
    if refusal is None:
        s.screen.say(f"You may: {typed} is legal.", first="  ")
    else:
        prompts.refused(s, refusal, s.asked.instead(answer))


def rules(s: Session, rest: str) -> None:
    if not rest:
        chapters = s.rules.rulebook.chapters
        s.screen.say("Type rules and some words. Chapters: " + ", ".join(chapters.values()), first="  ")
        return
    book = s.rules.rulebook
    found = [book[rest.upper()]] if rest.upper() in book else book.search(rest)
    if not found:
        s.screen.say(f"No rule holds all of: {rest}", first="  ")
    for rule in found[:1] if len(found) == 1 else []:
        print_rule(s, rule)
    for rule in found[:12] if len(found) > 1 else []:
        s.screen.say(rule.title, first=f"  {rule.id}  ")
    if len(found) > 1:
        more = f" {len(found) - 12} more; type more words." if len(found) > 12 else ""
        s.screen.say((f"`why ID` shows one of them.{more}", DIM), first="  ")


def print_rule(s: Session, rule: Rule) -> None:
    s.screen.say((f"{rule.id}  {rule.title}", BOLD), first="  ")
    s.screen.say(" ".join(rule.text.split()), first="  ")
    if rule.reading:
        s.screen.say("Reading: " + " ".join(rule.reading.split()), first="  ")


def log(s: Session, rest: str) -> None:
    most = int(rest[:6]) if rest.isdecimal() else LINES
    lines = [(event.cite, line) for event, line in s.match.event_lines(s.viewer) if not silent(event, line)]
    for cite, line in lines[-most:] if most else []:
        s.screen.say(line, (f"  {cite}", DIM), first="  ", rest="    ")


def undo(s: Session, rest: str) -> None:
    if rest and not (rest.isdecimal() and int(rest[:6]) > 0):
        raise Unclear("type undo, or undo and how many answers: undo 3")
    many = int(rest[:6]) if rest else 1
    mine = [i for i in range(len(s.match.history)) if chosen_by_person(s, i)]
    if not mine:
        s.screen.say("There is nothing of yours to undo.", first="  ")
        return
    if many > len(mine):
        raise Unclear(f"you have given {len(mine)} answers; undo {len(mine)} takes all of them back")
    s.match.undo(mine[-many])
    s.rest, s.continued = "", {n for n in s.continued if n < mine[-many]}
    s.bots.clear()  # what they planned is no longer there
    s.shown = len(s.match.history)
    ask = s.match.ask
    s.screen.say(f"Taken back: {ask.prompt if ask else 'the last answer'}.", first="  ")


def chosen_by_person(s: Session, number: int) -> bool:
    """An answer of theirs that begins a typed line and was not the only one on offer: going back to another would lead
    straight here again."""
    if s.match.history[number].seat not in s.mine or number in s.continued:
        return False
    game = s.match.history[number - 1].game if number else s.match.start.game
    return s.setting.alone or not no_choice(game.waiting, Position(s.rules, game.state))


def save(s: Session, rest: str) -> None:
    try:
        file = Path(rest) if rest else s.file
        if file != s.file and other_game(file, s.match):
            said = s.reader(f"{file} holds another game: write over it? yes or no> ").strip().casefold()
            if said not in ("y", "yes"):
                s.screen.say(f"Nothing was written; the game is kept in {s.file}.", first="  ")
                return
        s.screen.say(f"Saved to {s.save(file)}. Go on with:", first="  ")
        s.screen.command(resume_command(s.setting, file, s.match))
    except OSError as e:
        prompts.unclear(s, f"{e.filename or rest}: {e.strerror}")


def svg(s: Session, rest: str) -> None:
    """``svg table.svg``; with an answer after the file also what that would do: ``svg t.svg slam ironclad``."""
    name, drawn, answer = rest.partition(".svg ")
    file = Path(name + drawn.rstrip() if drawn else rest or f"{s.setting.ruleset}.svg")
    scene = s.match.scene(s.viewer)
    if answer:
        if s.asked is None:
            raise Unclear("nobody is asked now")
        tried = s.tried_out(s.asked, answer)
        if tried.answer is None:
            raise Unclear("only whole answers are drawn, before dice fall or a distance shows")
        scene = tried.match.preview(tried.answer).over(tried.match.scene(s.viewer))
    try:
        file.write_text(scene._repr_svg_(), encoding="utf-8")
        s.screen.say(f"The table is drawn in {file}.", first="  ")
    except OSError as e:
        prompts.unclear(s, f"{e.filename or file}: {e.strerror}")


def concede(s: Session, rest: str) -> None:
    name = s.rules.seat_name(s.viewer)
    if rest != "yes" and s.reader(f"{name} gives up? yes or no> ").strip().casefold() not in ("y", "yes"):
        s.screen.say("The game goes on.", first="  ")
        return
    s.match.concede(s.viewer)


def board(s: Session, rest: str) -> None:
    s.show_board()


def options(s: Session, rest: str) -> None:
    if isinstance(s.asked, OptionInput):
        prompts.options(s, s.asked, 10_000)
    elif s.asked is not None:
        s.screen.say(s.asked.how, first="  ")


def quit_(s: Session, rest: str) -> None:
    raise Leave


def _kept(run: Callable[[Any, str], None]) -> Callable[[Session, str], None]:
    """Print what is unclear about a command; it never ends the game."""

    def kept(s: Session, rest: str) -> None:
        try:
            run(s, rest)
        except Unclear as e:
            prompts.unclear(s, str(e))
        except Refused as e:
            prompts.refused(s, e.refusal, "")

    return kept


COMMANDS: dict[str, Command] = {
    "help": Command(help_, "help", "this"),
    "board": Command(board, "board", "the whole table again"),
    "options": Command(options, "options", "all that is on offer"),
    "look": Command(_kept(look), "look NAME", "all about a piece, a card or a seat, and how far it is from everything"),
    "range": Command(_kept(range_), "range NAME NAME", "how far apart, and who sees whom"),
    "hand": Command(hand, "hand", "your cards"),
    "why": Command(why, "why [RULE]", "the rule behind this question, or any rule"),
    "rules": Command(rules, "rules WORDS", "find rules"),
    "odds": Command(
        _kept(odds),
        "odds ANSWER",
        "what an answer would lead to, exactly; `why not ANSWER`: may I? `why not`: what is barred",
    ),
    "advice": Command(_kept(advice), "advice [N]", "what a good player would do here, and why; the best N answers"),
    "mission": Command(mission, "mission", "how to win"),
    "turn": Command(turn, "turn", "the steps of a turn, and which is now"),
    "score": Command(score, "score", "who has how much, and what scores"),
    "log": Command(log, "log [N]", "what has happened"),
    "undo": Command(_kept(undo), "undo [N]", "back before your last answer, or before your last N"),
    "save": Command(save, "save [FILE]", "keep the game"),
    "svg": Command(_kept(svg), "svg [FILE] [ANSWER]", "draw the table, and what an answer would do"),
    "concede": Command(concede, "concede", "give up"),
    "quit": Command(quit_, "quit", "save and leave"),
}

"""One game at the keyboard: asks the person, prints the events, saves after every answer."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NamedTuple

from sandtable.bots import Bot, bot
from sandtable.bots.stdio import StdioBot, is_command, limits_of
from sandtable.bots.stdio.game import Programs
from sandtable.bots.stdio.signals import uninterrupted
from sandtable.chance import Typed, measurable
from sandtable.cli.terminal import prompts
from sandtable.cli.terminal.answer_input import AnswerInput, no_choice
from sandtable.cli.terminal.arrangement_input import input_for
from sandtable.cli.terminal.board import Board, show
from sandtable.cli.terminal.charmap import Letters
from sandtable.cli.terminal.commands import COMMANDS, Leave, command_of
from sandtable.cli.terminal.dice import thrown_for, typed_faces
from sandtable.cli.terminal.event_lines import print_events, print_others
from sandtable.cli.terminal.keyboard import Keyboard, Reader
from sandtable.cli.terminal.piece_names import Unclear
from sandtable.cli.terminal.saved_games import Setting, free_name, remember, resume_command
from sandtable.cli.terminal.screen import DIM, Screen
from sandtable.core import BoundAsk, Refused, Roll
from sandtable.match import Journal, Match
from sandtable.match.folders import games_folder
from sandtable.scenarios.phrases import plain

LONGEST = 2000  # characters of a typed line
MIX = 1_000_003  # keeps the opponent's luck at one point of a game apart from that at the next


class TriedLine(NamedTuple):
    """How far a typed line could be tried out."""

    match: Match  # where the last answer would be given
    asked: AnswerInput | None
    answer: Any
    rest: str = ""  # words left that nobody can try: dice fall, somebody else is asked, or a distance shows

    def check(self) -> None:
        """Raises Refused where the last answer is not legal."""
        if self.answer is not None and (why := self.match.why_not(self.answer)) is not None:
            raise Refused(why)


class Session:
    """A match, a person, a screen, and one opponent for each other seat, who keeps its plans for the whole game. After
    an undo or in a resumed game it starts afresh, with a seed of that point of the game."""

    def __init__(self, match: Match, screen: Screen, reader: Reader, setting: Setting, *, figures: bool = True) -> None:
        self.figures = figures  # menus tell distances and chances
        self.match, self.screen, self.reader, self.setting = match, screen, reader, setting
        self.rules = match.rules
        seats = range(len(self.rules.seats))
        self.mine = set(seats) if setting.alone else {match.seat(setting.seat or self.rules.seats[0])}
        self.viewer = min(self.mine)
        self.resumed = any(entry.seat is not None for entry in match.history)
        self.shown = len(match.history) if self.resumed else 0  # answers and rolls whose events were printed
        self.turn: tuple[int, str] | None = None  # whose turn it was when the board was last shown, and which
        self.asked: AnswerInput | None = None
        self.rest = ""  # words left over from the last answer
        self.continued: set[int] = set()  # answers that were the rest of a line, by their number in the history
        self.letters: Letters = {}
        self.opened = self.resumed  # the events of the set-up were printed
        self.journal: Journal | None = None
        self.unkept = False  # the file cannot be written; said once
        self.bots: dict[int, Bot] = {}
        theirs = [s for s in seats if s not in self.mine] if is_command(setting.against) else []
        limits = limits_of(setting.limits)
        self.programs = Programs(
            match, {s: StdioBot(setting.against, seed=setting.seed, limits=limits) for s in theirs}
        )

    # --- the loop ---
    def play(self) -> None:
        """Until the game is over or the person leaves; either way it is kept."""
        try:
            with self.programs:
                self.keep()
                prompts.welcome(self)
                self.programs.begin()
                while not self.match.over:
                    self.step()
                    self.keep()
                self.programs.over()
            self.show_events()
            prompts.over(self, self.save())
        except (KeyboardInterrupt, EOFError, Leave):
            self.leave()
        except BaseException:
            self.leave()
            raise

    def step(self) -> None:
        if self.match.roll is not None:
            self.throw(self.match.roll)
        elif (ask := self.match.ask) is not None:
            if ask.seat in self.mine:
                self.viewer = ask.seat
                self.show_events()
                if no_choice(ask.ask, self.match.position) and not self.setting.alone:
                    with uninterrupted():
                        self.match.answer(prompts.only(self, ask))
                else:
                    self.choose(ask)
            elif ask.seat in self.programs.bots:
                self.programs.step(ask.seat, uninterrupted)
            else:
                with uninterrupted():
                    self.match.answer(self.other(ask.seat).choose(self.match.view(ask.seat)))
        if not self.match.over and self.match.ask is not None and self.match.ask.seat not in self.mine:
            self.show_events(mine=True)

    def other(self, seat: int) -> Bot:
        """Whoever plays a seat that is not the person's."""
        if seat not in self.bots:
            self.bots[seat] = bot(self.setting.against, seed=self.luck())
        return self.bots[seat]

    def luck(self) -> int:
        return self.setting.seed * MIX + len(self.match.history)

    def show_events(self, *, mine: bool = False) -> None:
        """Print what happened: what follows from the person's answers in full, what others did as a summary when it
        is long. With `mine`, only the first; the rest waits until the person is asked."""
        history, opening = self.match.history, not self.opened
        first = next((i for i in range(self.shown, len(history)) if self.by_others(i)), len(history))
        if self.shown < first or opening:
            print_events(self.match.fork(first), self.screen, self.viewer, self.shown, opening=opening)
        self.shown, self.opened = first, True
        if not mine and first < len(history):
            print_others(self.match, self.screen, self.viewer, first)
            self.shown = len(history)

    def by_others(self, number: int) -> bool:
        seat = self.match.history[number].seat
        return seat is not None and seat not in self.mine

    # --- choosing ---
    def choose(self, ask: BoundAsk) -> None:
        """Ask until an answer is accepted or a command has changed the game."""
        game = self.match.game
        board = self.board()
        turn = (self.rules.order(game.state)[0], board.scene.subtitle)
        if turn != self.turn:
            self.turn = turn
            show(board, self.screen)
        self.asked = input_for(ask, board.standing, self.luck())
        if self.rest:
            self.go_on(ask, self.asked)
        if self.match.game is game:
            prompts.question(self, ask, self.asked)
        while self.match.game is game:
            line = self.read()
            command = command_of(line, self.asked)
            if command is not None:
                COMMANDS[command[0]].run(self, command[1])
                self.keep()
                continue
            self.attempt(self.asked, line)
        self.asked = None

    def go_on(self, ask: BoundAsk, asked: AnswerInput) -> None:
        """With the words left over from the last answer: ``order spears ahead 20``. The question is told in brief."""
        line, self.rest, number = self.rest, "", len(self.match.history)
        try:
            answer, rest = asked.first_of(line)
            self.screen.say((ask.title, DIM), f" > {line}", first="  ")
            with uninterrupted():
                self.match.answer(answer)
        except Unclear:
            prompts.unclear(self, f"{line!r} is left of what you typed, and is no answer here.")
        except Refused as e:
            prompts.refused(self, e.refusal, "")
        else:
            self.rest = rest
            self.continued.add(number)

    def attempt(self, asked: AnswerInput, line: str) -> None:
        answer: Any = None
        try:
            answer, rest = asked.understood(line)
            if rest:
                self.tried_out(asked, line).check()
            if answer is None:
                prompts.go_on(self, asked)
                return
            with uninterrupted():
                self.match.answer(answer)
            self.rest = rest or self.still_meant(line, answer)
        except Unclear as e:
            prompts.unclear(self, str(e))
        except Refused as e:
            prompts.refused(self, e.refusal, asked.instead(answer) if answer is not None else "")

    def still_meant(self, line: str, answer: Any) -> str:
        """The line again, where it was taken for a step towards what it names and that is now the only thing left:
        ``end`` before the actions of a unit that has none. Against others it is given unasked."""
        ask = self.match.ask
        if not self.setting.alone or ask is None or not no_choice(ask.ask, self.match.position):
            return ""
        (offer,) = ask.domain.options or ()
        return line if plain(line) == offer.key != answer else ""

    def tried_out(self, asked: AnswerInput, line: str) -> TriedLine:
        """The last answer of a line and where it is given, as far as no dice, nobody else and nothing that must be
        declared before it is measured comes in between. Raises Unclear or Refused where the line goes wrong; the match
        itself stays as it is."""
        match = self.match.fork()
        answer, rest = asked.understood(line)
        while rest:
            ask = match.ask
            if ask is None or not measurable(partial(match.may_measure, ask.seat), match.position, ask.ask, answer):
                if why := match.why_not(answer):
                    raise Refused(why)
                return TriedLine(match, None, None, rest)  # by the book what comes next would tell a distance
            match.answer(answer)
            while (ask := match.ask) is not None and no_choice(ask.ask, match.position) and not self.setting.alone:
                match.answer(ask.domain.options[0].key if ask.domain.options else ask.default)
            if match.roll is not None or ask is None or ask.seat not in self.mine:
                return TriedLine(match, None, None, rest)
            standing = Board(match.view(ask.seat), self.players(), self.letters).standing
            asked = input_for(ask, standing, self.luck())
            try:
                answer, rest = asked.first_of(rest)
            except Unclear as e:
                raise Unclear(f"nothing is done: {ask.prompt}: {e}") from e
        return TriedLine(match, asked, answer)

    # --- dice ---
    def throw(self, roll: Roll) -> None:
        """Typed dice are asked for; throws for one seat's eyes are made by the table."""
        if roll.eyes is not None or not isinstance(self.match.source, Typed):
            with uninterrupted():
                self.match.throw(thrown_for(roll, self.rules.dice, self.luck()))
            return
        self.show_events()
        prompts.throw(self, roll)
        game, count = self.match.game, len(self.match.history)
        while self.match.game is game and len(self.match.history) == count:
            line = self.read("dice> ")
            command = command_of(line, None)
            if command is not None:
                COMMANDS[command[0]].run(self, command[1])
                continue
            try:
                faces = (
                    thrown_for(roll, self.rules.dice, self.luck())
                    if line.strip().casefold() in ("", "auto")
                    else typed_faces(line, roll, self.rules.dice)
                )
                with uninterrupted():
                    self.match.throw(faces)
            except Unclear as e:
                prompts.unclear(self, str(e))

    # --- showing ---
    def board(self) -> Board:
        return Board(self.match.view(self.viewer), self.players(), self.letters)

    def show_board(self) -> None:
        show(self.board(), self.screen)

    def players(self) -> dict[int, str]:
        seats = range(len(self.rules.seats))
        return {s: ("you" if s in self.mine else self.opponent(s)) for s in seats}

    def opponent(self, seat: int) -> str:
        return self.programs.bots[seat].name if seat in self.programs.bots else self.setting.against

    def read(self, prompt: str = "") -> str:
        if isinstance(self.reader, Keyboard):
            options = self.asked.options() if self.asked else ()
            words = {w for o in options for w in o.key.split()} | set(self.board().standing) | set(COMMANDS)
            self.reader.words = sorted(words)
        return self.reader(prompt or f"{self.rules.seat_name(self.viewer)}> ")[:LONGEST].strip()

    # --- keeping ---
    @property
    def file(self) -> Path:
        """Where the game is kept: as the person says, else in the folder for games."""
        if self.journal is None:
            file = self.setting.file
            if file is None:
                folder = games_folder()
                with suppress(OSError):
                    folder.mkdir(parents=True, exist_ok=True)
                file = free_name(self.setting, folder)
                with suppress(OSError):
                    remember(self.setting, file)
            self.journal = Journal(file)
        return self.journal.path

    def keep(self) -> None:
        """Save the game. An error of the disk is reported once, and the game goes on."""
        file = self.file
        assert self.journal is not None
        with uninterrupted():
            try:
                self.journal.keep(self.match)
                self.unkept = False
            except OSError as e:
                if not self.unkept:
                    prompts.unclear(
                        self, f"The game is not kept: {file}: {e.strerror}. `save FILE` keeps it elsewhere."
                    )
                self.unkept = True

    def save(self, file: Path | None = None) -> Path:
        """Whole, with its end."""
        own = self.file
        assert self.journal is not None
        if file is None or file == own:
            self.journal.close(self.match)
            return own
        self.match.save(file)
        return file

    def leave(self) -> None:
        with uninterrupted():
            try:
                file = self.save()
            except OSError as e:  # ask again: the game must not be lost
                prompts.unclear(self, f"{e.filename or self.file}: {e.strerror}")
                file = self.save(free_name(self.setting, Path(gettempdir())))
        self.screen.say()
        self.screen.say(f"Saved to {file}. Go on with:")
        self.screen.command(resume_command(self.setting, file, self.match))

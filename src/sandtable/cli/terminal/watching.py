"""Two bots play; a person watches turn by turn and may take a seat at any time."""

from __future__ import annotations

from collections.abc import Hashable

from sandtable.bots import Bot, bot
from sandtable.cli.terminal.board import Board, show
from sandtable.cli.terminal.charmap import Letters
from sandtable.cli.terminal.event_lines import print_events
from sandtable.cli.terminal.guide import introduce
from sandtable.cli.terminal.keyboard import Reader
from sandtable.cli.terminal.saved_games import Setting
from sandtable.cli.terminal.screen import BOLD, DIM, Screen
from sandtable.cli.terminal.session import Session
from sandtable.match import Match

BOT = "recruit"
HOW = "Enter: the next turn · join SEAT: play on yourself · log: what happened this turn · all: to the end · quit"
TAKEN = ("join", "take", "play")


class Watching:
    """`reader` None: nobody can be asked, the game goes on to its end."""

    def __init__(self, match: Match, screen: Screen, reader: Reader | None, seed: int) -> None:
        self.match, self.screen, self.reader, self.seed = match, screen, reader, seed
        self.bots: dict[int, Bot] = {s: bot(BOT, seed=seed + s) for s in range(len(match.rules.seats))}
        self.letters: Letters = {}

    def play(self) -> bool:
        """To the end; False when the person leaves before."""
        rules = self.match.rules
        self.screen.say((rules.title, BOLD), f": two bots play. Seed {self.seed}.")
        if self.reader is not None:
            self.screen.say((HOW, DIM))
        while not self.match.over:
            before = len(self.match.history)
            self.play_turn()
            show(self.board(), self.screen)
            if not self.match.over and self.reader is not None and not self.asked(before):
                return False
        return True

    def play_turn(self) -> None:
        turn = self.turn()
        while self.match.ask is not None and self.turn() == turn:
            seat = self.match.ask.seat
            self.match.answer(self.bots[seat].choose(self.match.view(seat)))

    def turn(self) -> Hashable:
        return self.match.rules.judging.turn_of(self.match.game.state)

    def asked(self, before: int) -> bool:
        """What the person wants after a turn; False: to leave."""
        assert self.reader is not None
        while True:
            try:
                word, _, rest = self.reader("watch> ").strip().casefold().partition(" ")
            except (EOFError, KeyboardInterrupt):
                return False
            seats = self.match.rules.seats
            if word in ("", "next"):
                return True
            if word in ("quit", "q", "exit"):
                return False
            if word == "all":
                self.reader = None
                return True
            if word == "log":
                print_events(self.match, self.screen, 0, before)
            elif word in TAKEN and (rest or seats[0]) in seats:
                setting = Setting(self.match.rules.name, BOT, rest or seats[0], self.seed, self.screen.plain)
                session = Session(self.match, self.screen, self.reader, setting)
                introduce(session)
                session.play()
                return False
            else:
                self.screen.say(f"{HOW}. Seats: {', '.join(seats)}.", first="  ")

    def board(self) -> Board:
        players = dict.fromkeys(self.bots, BOT)
        return Board(self.match.view(0), players, self.letters)

"""Verify a record: what was compared, what could not be compared, and what is wrong."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.chance import Source
from sandtable.core import Ruleset
from sandtable.core.data_versions import same_but_lists
from sandtable.record.faults import RecordError
from sandtable.record.record import ENGINE, Record
from sandtable.record.replay import replay


class Change(NamedTuple):
    """Other dice from here on."""

    line: int  # of the file
    dice: Source


class Verdict(NamedTuple):
    """What verifying found. `verified` is true only if the header, every line and the end were compared."""

    lines: int  # answers, rolls and concessions in the file
    legal: int  # of them, those that the rules allow, from the first on
    compared: int  # of them, those whose hash was compared
    header: bool  # every field of the header was compared
    end: bool  # the last line was compared
    thrown: int  # rolls made by the match's own dice, compared face by face
    typed: int  # rolls typed in by people, which cannot be checked
    changes: tuple[Change, ...] = ()
    left_out: tuple[str, ...] = ()  # what could not be compared, and why
    faults: tuple[RecordError, ...] = ()

    @property
    def verified(self) -> bool:
        return not self.faults and not self.left_out and self.header and self.end and self.compared == self.lines

    def __str__(self) -> str:
        if self.faults:
            return str(self.faults[0])
        dice = [f"{self.thrown} rolls thrown again"] if self.thrown else []
        dice += [f"{self.typed} rolls typed in by people"] if self.typed else []
        dice += [f"other dice after line {c.line}" for c in self.changes]
        hashes = f"{self.compared} of {self.lines} hashes compared"
        every = "every hash right" if self.compared == self.lines > 0 else hashes
        said = ", ".join([f"{self.lines} lines", "every answer legal", every, *dice])
        return f"verified: {said}" if self.verified else f"not verified: {said}; {'; '.join(self.left_out)}"


def verify(rules: Ruleset, record: Record) -> Verdict:
    """Play a record again and say what was compared."""
    same, faults, changes = record.same_bytes(rules), list[RecordError](), list[Change]()
    legal = thrown = typed = 0
    try:
        for step in replay(rules, record):
            legal += 1
            if step.line.roll is not None:
                thrown, typed = thrown + step.threw, typed + (not step.threw)
            if step.line.dice is not None:
                changes.append(Change(step.line.at, step.line.dice))
    except RecordError as e:
        faults.append(e)
    if changes and not record.new_dice:
        line = changes[0].line
        faults.append(RecordError("other dice, and the match did not allow it", line, "dice", "none", changes[0].dice))
    return Verdict(
        lines=len(record.lines),
        legal=legal,
        compared=legal if same else 0,
        header=same and record.format > 1 and (legal > 0 or not faults),
        end=record.end is not None and not faults,
        thrown=thrown,
        typed=typed,
        changes=tuple(changes),
        left_out=tuple(left_out(rules, record)),
        faults=tuple(faults),
    )


def left_out(rules: Ruleset, record: Record) -> list[str]:
    """What this Sandtable cannot compare in such a record."""
    found = []
    if record.engine != ENGINE:
        found.append(f"made by engine {record.engine}, this is {ENGINE}: its hashes cannot be compared")
    if record.version != rules.version:
        found.append(
            f"made with version {record.version} of {rules.name}, this is {rules.version}: "
            "its hashes cannot be compared"
        )
    if not same_but_lists(record.data, rules.data_version):
        found.append(f"made with data {record.data} of {rules.name}, this is {rules.data_version}")
    if record.format == 1:
        found.append("in format 1 no hash covers the header (options, measuring, data)")
    if record.end is None:
        found.append("its end is missing")
    return found

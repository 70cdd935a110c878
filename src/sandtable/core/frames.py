"""Frames: a rule is a small frozen class whose methods are its steps, in reading order.

A step returns what comes next. A continuation is a bound method of a frozen frame, hence data: class, step, fields.
Frame and step names are part of the save format: a rename needs a migration and a test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.core.choices import Ask
from sandtable.core.dice import Roll
from sandtable.core.values import Value

if TYPE_CHECKING:
    from sandtable.core.position import Draft

Step = Callable[..., "Next"]


class Frame(Value, frozen=True, kw_only=True):
    """Fields hold the progress of one rule. What other rules read or change belongs in the state."""

    at: str = "start"
    cut_off: bool = False  # cut short: what `cut` calls is played out, `still` is not asked again

    def start(self, d: Draft) -> Next:
        return Return()

    def still(self, d: Draft) -> bool:
        """Whether the rule can go on; checked each time control reaches the frame."""
        return True

    def cut(self, d: Draft) -> Next:
        """The step played instead when it cannot go on."""
        return Return()

    def at_once(self, d: Draft) -> tuple[Any, ...] | None:
        """The result when there is nothing to play, so that no frame is stacked; None: play it."""
        return None

    def finish(self, d: Draft, *ignored: Any) -> Next:
        """The usual last step: return nothing."""
        return NOTHING


class Wait(msgspec.Struct, frozen=True, gc=False):
    request: Roll | Ask
    then: Step


class Call(msgspec.Struct, frozen=True, gc=False):
    frame: Frame
    then: Step


class Return:
    __slots__ = ("value",)

    def __init__(self, *value: Any) -> None:
        self.value = value


NOTHING = Return()
Next = Wait | Call | Return


def resume(step: Step) -> Frame:
    """The frozen frame that goes on with this step."""
    frame: Frame = step.__self__  # type: ignore[attr-defined]
    name = step.__name__
    return frame if frame.at == name else frame.but(at=name)


class Forced(Frame, frozen=True, kw_only=True):
    """Plays what events force (a hand trimmed, a leader replaced) before what the interrupted step decided."""

    frames: tuple[Frame, ...]
    wait: Any = None  # the request, the call or the value the step had decided on
    call: Frame | None = None
    value: tuple[Any, ...] = ()

    def start(self, d: Draft, *ignored: Any) -> Next:
        if self.frames:
            return Call(self.frames[0], then=self.but(frames=self.frames[1:]).start)
        if self.wait is not None:
            return Wait(self.wait, then=self.pass_on)
        if self.call is not None:
            return Call(self.call, then=self.pass_on)
        return Return(*self.value)

    def pass_on(self, d: Draft, *value: Any) -> Next:
        return Return(*value)


class Sequence(Frame, frozen=True, kw_only=True):
    """Frames played one after another, their results dropped."""

    frames: tuple[Frame, ...]

    def start(self, d: Draft, *ignored: Any) -> Next:
        if not self.frames:
            return Return()
        return Call(self.frames[0], then=self.but(frames=self.frames[1:]).start)

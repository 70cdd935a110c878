"""Values: frozen, comparable, JSON in and out. A copy is a reference."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any, ClassVar, Self, get_type_hints

import msgspec

from sandtable.core.texts import plain_text

Reviver = Callable[[Any], Any]
DEEPEST = 64  # lists in lists: nothing in a game comes near
MOST = 1_000_000  # parts of one value
NUMBERS = range(-(1 << 63), 1 << 64)  # what a save can hold


def unfit(given: Any) -> str | None:
    """Why this cannot be part of a game or a file; None when it can.

    Without recursion, so that deep data and lists that contain themselves are safe.
    """
    todo: list[tuple[Any, int]] = [(given, 1)]
    for _ in range(MOST):
        if not todo:
            return None
        value, depth = todo.pop()
        if isinstance(value, str):
            if not value.isascii() and (bad := _broken(value)):
                return bad
        elif isinstance(value, int):
            if value not in NUMBERS:
                return "a number of more than 64 bits"
        elif isinstance(value, float):
            if not isfinite(value):
                return f"{value} is no number to count with"
        elif isinstance(value, list | tuple):
            if depth > DEEPEST:
                return f"nested more than {DEEPEST} deep"
            todo.extend((part, depth + 1) for part in value[:MOST])
        elif isinstance(value, dict):
            if depth > DEEPEST:
                return f"nested more than {DEEPEST} deep"
            for key, part in value.items():
                if not isinstance(key, str):
                    return f"a key that is no text but {type(key).__name__}"
                todo += ((key, depth), (part, depth + 1))
        elif isinstance(value, msgspec.Struct):
            todo.extend((getattr(value, name), depth + 1) for name in value.__struct_fields__)
        elif value is not None:
            return f"{type(value).__name__} is no plain data"
    return f"more than {MOST} parts"


def _broken(text: str) -> str | None:
    try:
        text.encode()
    except UnicodeEncodeError as e:
        return f"half a letter (U+{ord(text[e.start]):04X}) that no file can hold"
    return None


def shown(given: Any, most: int = 120) -> str:
    """A short text of any object, on one line."""
    if isinstance(given, str):
        text = given[: most + 1]
    else:
        try:
            text = repr(given)
        except Exception:  # nested too deeply, or somebody's own __repr__
            text = f"<{type(given).__name__}>"
    text = "".join(c if c.isprintable() else "?" for c in text[: most + 1])
    return text if len(text) <= most else text[: most - 3] + "..."


class Value(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Everything in a game is a Value. Ids everywhere, never links to other objects: no cycles, nothing to collect."""

    if typing.TYPE_CHECKING:

        def but(self, **changes: Any) -> Self: ...

    else:
        but = msgspec.Struct.__replace__  # called for every change of anything: no Python call in between


class LoadError(ValueError):
    """A saved value does not fit: where, and what was expected."""


def tag_of(kind: type[Value]) -> str:
    """The name of a class in saves: its class name, or the one it declares (``tag="Strike"``). The module is no part
    of it, so a class may move; one that is renamed declares its old name."""
    return str(kind.__struct_config__.tag)


def kinds_of(packages: Iterable[str]) -> dict[str, type[Value]]:
    """Every Value class defined in the given packages, by its name in saves."""
    prefixes = tuple(packages)
    found: dict[str, type[Value]] = {}
    todo: list[type[Value]] = [Value]
    while todo:
        for kind in todo.pop().__subclasses__():
            todo.append(kind)
            if not any(kind.__module__ == p or kind.__module__.startswith(p + ".") for p in prefixes):
                continue
            tag = tag_of(kind)
            other = found.setdefault(tag, kind)
            if other is not kind and (other.__module__, other.__qualname__) != (kind.__module__, kind.__qualname__):
                raise TypeError(f"two kinds of value named {tag} in saves: {other.__module__}, {kind.__module__}")
            found[tag] = kind
    return found


class Codec:
    """Saves and loads the values of the named packages.

    Classes whose fields msgspec can decode alone are left to it; a field typed by a base class (an Event, a Domain)
    is revived by its tag.
    """

    plain: ClassVar[msgspec.json.Encoder] = msgspec.json.Encoder(enc_hook=plain_text)
    sorted: ClassVar[msgspec.json.Encoder] = msgspec.json.Encoder(order="deterministic", enc_hook=plain_text)

    def __init__(self, packages: Iterable[str]) -> None:
        self.kinds = kinds_of(packages)
        self.open = {k for k in self.kinds.values() if k.__subclasses__()}
        self.revivers: dict[type[Value], Reviver] = {}

    def save(self, value: Any) -> bytes:
        """As it stands: what is loaded again goes on in the same order."""
        return self.plain.encode(value)

    def canonical(self, value: Any) -> bytes:
        """The same bytes for equal values, however they came about: for hashes and comparisons."""
        return self.sorted.encode(value)

    def load(self, data: bytes | str) -> Any:
        try:
            raw = msgspec.json.decode(data)
            return self.revive(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as e:
            raise LoadError(f"not valid JSON: {e}") from e
        except RecursionError as e:
            raise LoadError("nested too deeply") from e

    def revive(self, raw: Any) -> Any:
        """Plain JSON data back to values; lists become tuples."""
        if isinstance(raw, list):
            return tuple(map(self.revive, raw))
        if isinstance(raw, dict):
            if "type" in raw:
                return self.construct(raw)
            return {key: self.revive(value) for key, value in raw.items()}
        return raw

    def construct(self, raw: Mapping[str, Any]) -> Value:
        tag = raw.get("type")
        kind = self.kinds.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise LoadError(f"unknown kind of value {tag!r}: no class of that name in the ruleset's `packages`")
        reviver = self.revivers.get(kind)
        if reviver is None:
            reviver = self.revivers[kind] = self.reviver(kind)
        try:
            return typing.cast(Value, reviver(raw))
        except LoadError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError) as e:
            raise LoadError(f"{tag}: {e}") from e

    def reviver(self, kind: type[Value]) -> Reviver:
        hints = {n: h for n, h in get_type_hints(kind).items() if n in kind.__struct_fields__}
        if all(self.closed(h, {kind}) for h in hints.values()):
            return lambda raw: msgspec.convert(raw, kind)
        plan = {name: self.field(hint) for name, hint in hints.items()}

        def build(raw: Mapping[str, Any]) -> Value:
            for name in raw:
                if name not in plan and name != "type":
                    raise LoadError(f"{kind.__name__} has no field {name!r}")
            return kind(**{name: plan[name](raw[name]) for name in plan if name in raw})

        return build

    def field(self, hint: Any) -> Reviver:
        """How one field is revived: by msgspec where it can, element by element where a base class is named."""
        if hint is Any:
            return self.revive
        if self.closed(hint, set()):
            return lambda raw: msgspec.convert(raw, hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is tuple and len(args) == 2 and args[1] is ...:
            each = self.field(args[0])
            return lambda raw: tuple(map(each, raw))
        if origin is tuple:
            parts = [self.field(a) for a in args]
            return lambda raw: tuple(f(x) for f, x in zip(parts, raw, strict=True))
        if origin in (dict, Mapping):
            each = self.field(args[1])
            return lambda raw: {key: each(value) for key, value in raw.items()}
        if origin in (typing.Union, types.UnionType):
            return lambda raw: None if raw is None else self.revive(raw)
        if isinstance(hint, type) and issubclass(hint, Value):
            return lambda raw: self.expect(hint, raw)
        return self.revive

    def expect(self, hint: type[Value], raw: Any) -> Value:
        if not isinstance(raw, dict):
            raise LoadError(f"expected a {hint.__name__}, got {type(raw).__name__}")
        value = self.construct(raw)
        if not isinstance(value, hint):
            raise LoadError(f"expected a {hint.__name__}, got {type(value).__name__}")
        return value

    def closed(self, hint: Any, seen: set[type]) -> bool:
        """Can msgspec decode this annotation by itself?"""
        if hint in (int, str, bool, float, None, type(None)):
            return True
        if isinstance(hint, type) and issubclass(hint, Value):
            if hint in self.open:
                return False
            if hint in seen:
                return True
            fields = {n: h for n, h in get_type_hints(hint).items() if n in hint.__struct_fields__}
            return all(self.closed(h, seen | {hint}) for h in fields.values())
        args = [a for a in typing.get_args(hint) if a is not ...]
        if typing.get_origin(hint) is typing.Literal:
            return True
        return bool(args) and all(self.closed(a, seen) for a in args)

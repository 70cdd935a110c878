"""YAML with line numbers; `no` and `off` are words; a key given twice is an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

DEEPEST = 40
LONGEST = 200_000  # characters of a file
LONGEST_TEXT = 5_000  # of one text in it
LONGEST_KEY = 200
MOST_VALUES = 20_000


class ScenarioError(ValueError):
    """A scenario file cannot be read: what, on which line."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason, self.line = reason, line


class Fields(dict[str, Any]):
    """A mapping that knows on which line each key stands."""

    def __init__(
        self, pairs: Iterable[tuple[str, Any]] = (), line: int = 0, lines: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(pairs)
        self.line, self.lines = line, dict(lines or {})


class Items(list[Any]):
    """A list that knows on which line each item stands."""

    def __init__(self, values: Iterable[Any] = (), line: int = 0, lines: Iterable[int] = ()) -> None:
        super().__init__(values)
        self.line, self.lines = line, list(lines)


class _Loader(yaml.SafeLoader):
    """Only true and false are truth values; dates and base 60 stay text; nothing is repeated by reference."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's own way to say so
    depth = 0

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        if self.check_event(yaml.AliasEvent):
            raise ScenarioError("write it out: *references are not used here", self.line + 1)
        if self.depth > DEEPEST:  # the scanner's time grows with the square of the depth
            raise ScenarioError("nested too deeply", self.line + 1)
        self.depth += 1
        node: Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


for _kind, _pattern, _firsts in (
    ("bool", r"^(?:true|false|True|False|TRUE|FALSE)$", list("tTfF")),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$", list("-+0123456789.")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_kind}", re.compile(_pattern), _firsts)


def read_yaml(text: str) -> Any:
    """The data of a YAML text; mappings are `Fields`, lists `Items`. Raises ScenarioError with the line."""
    if len(text) > LONGEST:
        raise ScenarioError(f"a scenario file has at most {LONGEST} characters, this one {len(text)}")
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
        return None if node is None else _Reading().data(node, 0)
    except yaml.MarkedYAMLError as e:
        mark = e.problem_mark or e.context_mark
        said = ", ".join(part for part in (e.context, e.problem) if part)
        raise ScenarioError(f"not YAML: {said}", mark.line + 1 if mark else None) from e
    except (yaml.YAMLError, ValueError, RecursionError) as e:
        if isinstance(e, ScenarioError):
            raise
        raise ScenarioError(f"not YAML: {str(e).splitlines()[0] if str(e) else type(e).__name__}") from e


class _Reading:
    """One file being read; counts its values."""

    def __init__(self) -> None:
        self.left = MOST_VALUES

    def data(self, node: Node, depth: int) -> Any:
        line = node.start_mark.line + 1
        self.left -= 1
        if self.left < 0:
            raise ScenarioError(f"a scenario file has at most {MOST_VALUES} values", line)
        if depth > DEEPEST:
            raise ScenarioError("nested too deeply", line)
        if isinstance(node, MappingNode):
            fields = Fields(line=line)
            for key_node, value_node in node.value:
                key, at = _key(key_node), key_node.start_mark.line + 1
                if key in fields:
                    raise ScenarioError(f"{key!r} is given twice; the first is on line {fields.lines[key]}", at)
                fields[key], fields.lines[key] = self.data(value_node, depth + 1), at
            return fields
        if isinstance(node, SequenceNode):
            lines = [each.start_mark.line + 1 for each in node.value]
            return Items([self.data(each, depth + 1) for each in node.value], line, lines)
        assert isinstance(node, ScalarNode)
        return _scalar(node, line)


def _key(node: Node) -> str:
    if not isinstance(node, ScalarNode) or len(node.value) > LONGEST_KEY:
        raise ScenarioError("a name is one word or phrase", node.start_mark.line + 1)
    return str(node.value)


def _scalar(node: ScalarNode, line: int) -> Any:
    kind, text = node.tag.rpartition(":")[2], str(node.value)
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() == "true"
    if kind in ("int", "float") and len(text) > 20:
        raise ScenarioError(f"{text[:20]}… is no number a table needs", line)
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "str":
        if len(text) > LONGEST_TEXT:
            raise ScenarioError(f"a text has at most {LONGEST_TEXT} characters, this one {len(text)}", line)
        return text
    raise ScenarioError(f"write {text!r} without a !tag", line)


def bare(data: Any) -> Any:
    """The same data in plain dicts and lists."""
    if isinstance(data, dict):
        return {key: bare(value) for key, value in data.items()}
    return [bare(value) for value in data] if isinstance(data, list) else data


def line_of(data: Any, key: Any = None) -> int | None:
    """The line a value, or one of its parts, stands on."""
    if key is not None and isinstance(data, Fields):
        return data.lines.get(key, data.line)
    if isinstance(key, int) and isinstance(data, Items):
        return data.lines[key]
    return data.line if isinstance(data, Fields | Items) else None

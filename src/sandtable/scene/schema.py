"""The JSON Schema of a scene, for clients in other languages: `scene.schema.json` beside this file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sandtable.scene.values import Scene

FILE = Path(__file__).with_name("scene.schema.json")


def schema_text() -> str:
    """As it is published."""
    (found,), parts = msgspec.json.schema_components([Scene], ref_template="#/$defs/{name}")
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Scene", **found, "$defs": parts}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"


def publish() -> None:
    FILE.write_text(schema_text(), encoding="utf-8")

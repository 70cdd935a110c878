"""The published description of the server is the code's own."""

import re

import msgspec

from sandtable.server.openapi import FILE, description, text


def test_the_published_file_is_what_the_code_says() -> None:
    assert FILE.read_text() == text(), 'run python -c "from sandtable.server.openapi import publish; publish()"'


def test_every_reference_leads_somewhere() -> None:
    made = description()
    found = set(re.findall(r'"#/components/schemas/([^"]+)"', msgspec.json.encode(made).decode()))
    assert found
    assert found <= set(made["components"]["schemas"])


def test_messages_and_frames_are_told_apart_by_one_tag() -> None:
    parts = description()["components"]["schemas"]
    for name in ("ClientMessage", "ServerFrame"):
        assert parts[name]["discriminator"]["propertyName"] == "t"
        for tag, ref in parts[name]["discriminator"]["mapping"].items():
            assert parts[ref.rpartition("/")[2]]["properties"]["t"]["enum"] == [tag]

"""No committed file names a machine, a package index or where something was downloaded."""

import re

import pytest

from tests.house.sources import committed_files, shown, text_of

# Every pattern is written in pieces, so that this file passes its own test.
HOSTS: tuple[str, ...] = (
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "npm" + "js.com",
    "yarn" + "pkg.com",
)
HOSTS += ("ana" + "conda.org", "crates" + ".io", "ruby" + "gems.org", "proxy.go" + "lang.org", "arti" + "factory")
HOST = re.compile("|".join(re.escape(host) for host in HOSTS) + r"|\bregi" + r"stry\.[a-z0-9-]+\.[a-z]", re.IGNORECASE)
OPTION = re.compile(r"(extra-)?index" + r"[-_]url|find" + r"[-_]links|trusted" + r"[-_]host", re.IGNORECASE)
MACHINE = re.compile(r"(?<![\w.~*])/(ho" + r"me|ro" + r"ot|wo" + r"rk|Us" + r"ers)/|\b[A-Z]:\\Us" + r"ers|file:" + "//")

LOCK_NAMES = {"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "uv.lock", "poetry.lock"}
ANY_ADDRESS = re.compile(r"[a-z]:" + "//")


def is_lock(name: str) -> bool:
    return name.startswith("requirements/") or name.rsplit("/", 1)[-1] in LOCK_NAMES


def problems(name: str, text: str) -> list[str]:
    kinds = [("a package host", HOST), ("an index option", OPTION), ("a machine's path", MACHINE)]
    if is_lock(name):
        kinds.append(("an address in a lock file", ANY_ADDRESS))
    return [
        f"{name}:{number} holds {what}: {found.group()!r}"
        for number, line in enumerate(text.splitlines(), 1)
        for what, pattern in kinds
        if (found := pattern.search(line))
    ]


def test_no_committed_file_names_a_machine_or_an_index() -> None:
    texts = [(shown(path), text_of(path)) for path in committed_files()]
    assert any(is_lock(name) for name, _ in texts)
    assert [problem for name, text in texts if text is not None for problem in problems(name, text)] == []


@pytest.mark.parametrize(
    "line",
    [
        "see https://" + "py" + "pi.org/simple",
        "https://files.python" + "hosted.org/packages/x.whl",
        '"resolved": "https://registry.' + "npm" + 'js.org/vite"',
        "mirror = regi" + "stry.example.net",
        "--index" + "-url somewhere",
        "--extra-index" + "-url=somewhere",
        "PIP_INDEX" + "_URL=x",
        "--find" + "-links wheels",
        "root = '/ho" + "me/ann/sandtable'",
        "/ro" + "ot/.cache",
        "cd /wo" + "rk/main",
        "/Us" + "ers/ann",
        "C:\\Us" + "ers\\ann",
        "x @ file:" + "//opt/x.whl",
    ],
)
def test_an_address_is_found(line: str) -> None:
    assert problems("docs/a.md", f"fine\n{line}\n") != []


@pytest.mark.parametrize("name", ["requirements/dev.txt", "web/package-lock.json", "uv.lock"])
def test_a_lock_file_holds_no_address_at_all(name: str) -> None:
    assert problems(name, "x @ https:" + "//example.net/x.whl") != []


@pytest.mark.parametrize(
    "line",
    [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        '"$schema": "https://json-schema.org/draft/2020-12/schema"',
        "make setup PYTHON=/path/to/python3.12",
        "docs/work/plan.md and src/root/x",
        "https://example.net/home/page",
        "registry.register(ruleset)",
    ],
)
def test_other_text_is_fine(line: str) -> None:
    assert problems("docs/a.md", line) == []

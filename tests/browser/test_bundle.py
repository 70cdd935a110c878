"""The built client: small, without a word of any game, and made from the types the server publishes."""

import gzip
import shutil
import subprocess
from runpy import run_path

from sandtable.core import installed
from sandtable.server.client_files import STATIC
from tests.house.sources import ROOT

WEB = ROOT / "web"
MOST = 300_000
ORDINARY = {"lines"}  # also an English word: its title is looked for


def files() -> dict[str, bytes]:
    found = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}
    assert "index.html" in found, "the client is not built: make web"
    return found


def test_no_game_is_named_in_it() -> None:
    text = b"\n".join(files().values()).decode(errors="replace").casefold()
    for name, rules in installed().items():
        for word in {name, name.split("-")[0], rules.title}:
            if word not in ORDINARY:
                assert word.casefold() not in text, word
    assert "attack and defence" not in text


def test_it_is_small() -> None:
    assert sum(len(gzip.compress(data)) for data in files().values()) < MOST


def test_the_content_security_policy_can_hold() -> None:
    page = files()["index.html"].decode()
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page


def test_the_types_are_those_of_the_openapi_file() -> None:
    folder = run_path(str(WEB / "build.py"))["node_folder"]()  # not by import: make mutants leaves a folder `build`
    node = shutil.which("node", path=folder) if folder else shutil.which("node")
    assert node is not None
    done = subprocess.run([node, "scripts/types.mjs", "--check"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

"""The wheel alone: built, installed into an empty environment, `sandtable play` opens the table."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from sandtable.server.client_files import STATIC

ROOT = Path(__file__).resolve().parents[2]
OURS = ("sandtable", "__editable__")
SECONDS = 180


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and what it depends on, and nothing of the work tree."""
    if not (STATIC / "index.html").exists():
        pytest.fail("the client is not built: make web")
    folder = tmp_path_factory.mktemp("packaged")
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "timeout": SECONDS}
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, **quiet)  # type: ignore[call-overload]
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False, symlinks=os.name != "nt")
    python = folder / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], **quiet)  # type: ignore[call-overload]
    (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
    for path in Path(sysconfig.get_paths()["purelib"]).iterdir():  # what it depends on, as it is installed here
        if not path.name.startswith(OURS) and path.suffix != ".pth" and not (site / path.name).exists():
            (site / path.name).symlink_to(path)
    return python.parent


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """A clean environment: nothing of this project, and no compiler, whose first run takes half a minute."""
    return {"PATH": os.defpath, "HOME": str(tmp_path), "SANDTABLE_PLAIN": "1"}


@pytest.fixture
def address(installed: Path, home: dict[str, str], tmp_path: Path) -> Iterator[str]:
    process = subprocess.Popen(
        [str(installed / "sandtable"), "play", "--no-browser"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=home, cwd=tmp_path,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found is not None, said + (process.stdout.read() if process.poll() is not None else "")
        yield found[0]
    finally:
        process.terminate()
        process.wait(SECONDS)
        assert process.stdout is not None
        process.stdout.close()


def test_the_installed_wheel_opens_the_table(
    installed: Path, home: dict[str, str], tmp_path: Path, address: str
) -> None:
    where = [str(installed / "python"), "-c", "import sandtable; print(sandtable.__file__)"]
    assert (
        str(installed.parent)
        in subprocess.run(where, env=home, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    )

    def fetch(path: str, given: object = None) -> str:
        body = None if given is None else json.dumps(given).encode()
        request = Request(address + path, body, {"content-type": "application/json"} if body else {})
        with build_opener(ProxyHandler({})).open(request, timeout=SECONDS) as answer:
            text: str = answer.read().decode()
            return text

    page = fetch("")
    (script,) = re.findall(r'src="/?(assets/[^"]+\.js)"', page)
    assert len(fetch(script)) > 50_000
    games = {game["name"] for game in json.loads(fetch("api/home"))["rulesets"]}
    assert {"warcaster", "warmachine-mk1", "warmachine-mk2", "warmaster"} <= games
    made = json.loads(fetch("api/matches", {"ruleset": "warcaster"}))
    assert made["match"] and made["token"]
    assert (tmp_path / ".local" / "share" / "sandtable" / "tables" / "tables.sqlite3").exists()

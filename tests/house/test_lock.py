"""The lock holds everything the project asks for, at a version it accepts, with hashes."""

import re
import tomllib

from packaging.requirements import Requirement
from packaging.version import Version

from tests.house.sources import ROOT

Pins = dict[str, list[Version]]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(lock: str) -> list[str]:
    """One text per pinned package: its line and the indented lines that belong to it."""
    return [part for part in re.split(r"\n(?=[A-Za-z0-9])", "\n" + lock) if "==" in part]


def pins(lock: str) -> Pins:
    found: Pins = {}
    for entry in entries(lock):
        name, version = re.split(r"==", entry.split()[0], maxsplit=1)
        found.setdefault(canonical(name), []).append(Version(version))
    return found


def problems(wanted: list[str], lock: str) -> list[str]:
    pinned = pins(lock)
    found = [f"{entry.split()[0]} has no hash" for entry in entries(lock) if "--hash=sha256:" not in entry]
    for requirement in map(Requirement, wanted):
        versions = pinned.get(canonical(requirement.name), [])
        if not versions:
            found.append(f"{requirement.name} is not in the lock: add it to requirements/dev.in, then make lock")
        found += [
            f"the lock has {requirement.name} {v}, not {requirement}"
            for v in versions
            if v not in requirement.specifier
        ]
    return found


def test_the_lock_holds_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = (ROOT / "requirements" / "dev.in").read_text().splitlines()
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    wanted += [line for line in asked if line and not line.startswith("#")]
    assert problems(wanted, (ROOT / "requirements" / "dev.txt").read_text()) == []


def test_a_gap_in_the_lock_is_found() -> None:
    hashed = " \\\n    --hash=sha256:00\n"
    good = f"# by make lock\nnumpy==2.4.6 ; python_version < '3.12'{hashed}Py_YAML==6.0{hashed}"
    assert problems(["numpy>=2", "py.yaml"], good) == []
    assert problems(["numpy>=3"], good) == ["the lock has numpy 2.4.6, not numpy>=3"]
    assert problems(["rich"], good) == ["rich is not in the lock: add it to requirements/dev.in, then make lock"]
    assert problems([], good + "rich==15.0\n    # via x\n") == ["rich==15.0 has no hash"]

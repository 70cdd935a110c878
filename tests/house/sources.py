"""Which files the house rules look at."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "sandtable"

NOT_OURS = {".git", ".venv", "__pycache__", "node_modules", "build", "dist", "runs", "out"}


def python_files(*folders: str) -> list[Path]:
    """Every Python file below these folders of the project; a folder that does not exist yet has none."""
    return sorted(path for folder in folders for path in _walk(ROOT / folder) if path.suffix == ".py")


def committed_files() -> list[Path]:
    """What git tracks; in a copy without git, everything that is not a cache or an environment."""
    git = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    if git.returncode == 0 and git.stdout:
        tracked = (ROOT / name for name in git.stdout.decode().split("\0") if name)
        return sorted(path for path in tracked if path.is_file())
    return sorted(_walk(ROOT))


def text_of(path: Path) -> str | None:
    """The file's text, or None when it is not text."""
    raw = path.read_bytes()
    if b"\0" in raw:
        return None
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _walk(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.is_dir():
            if path.name not in NOT_OURS and not path.name.endswith("_cache"):
                yield from _walk(path)
        else:
            yield path

"""What is changed and which tests should notice, by ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ROOT / "src" / "sandtable" / "rulesets"
TABLETOP = ROOT / "src" / "sandtable" / "tabletop"
NO_RULES = {"interface", "suggestions", "appraisal", "learned"}  # folders of a ruleset that hold no rules
# Drawing and outlines (which a law compares with the rules), suggestions, and the reading of files that people write.
NOT_RULES = {
    "drawing.py",
    "climbing_reach.py",
    "reach.py",
    "stand_reach.py",
    "room.py",
    "map_generator.py",
    "random_force.py",
    "vocabulary.py",
    "laid_out.py",
    "feature_form.py",
    "position_files.py",
}
SUGGESTING = {  # functions that look for a good place or word a hint, and their figures; the rules judge what they find
    "deployment_places.py": {"wish", "ahead", "aims", "about", "LOOKS"},
    "force_building.py": {"cheap", "others", "instead", "swap", "kinds", "squad_for", "idle"},
    "warjack_loadouts.py": {"every", "nearest", "example", "listed", "article"},
    "followers.py": {"goal", "spread", "one_by_one", "packed", "CORNERS", "LOOKS"},
    "groups.py": {"spaced"},
    "marching.py": {"quickly_toward", "led", "each", "in_ranks", "alike", "behind"},
    "move.py": {"_perches"},
    "paths.py": {"reach_of"},
    "path_faults.py": {"WORTH_SAYING"},
    "placing.py": {"goal"},
}
# They pin whatever the code does, so they would notice every change and prove nothing.
PINS = {"test_golden_games.py", "test_old_saves.py", "test_names.py"}


class Target(NamedTuple):
    name: str
    sources: tuple[Path, ...]
    tests: tuple[Path, ...]  # files

    def helpers(self) -> list[Path]:
        """Modules the tests share, and what pytest reads."""
        folders = {ROOT / "tests", *(path.parent for path in self.tests)}
        shared = {path for folder in folders for path in folder.glob("*.py") if not path.name.startswith("test_")}
        return sorted(shared)


def target(name: str) -> Target:
    """The rules of a ruleset and what it shares with others in tabletop/."""
    package = RULESETS / name
    if not package.is_dir():
        known = sorted(path.name for path in RULESETS.iterdir() if (path / "__init__.py").is_file())
        raise ValueError(f"no ruleset {name!r} in {RULESETS.relative_to(ROOT)}; known: {', '.join(known)}")
    sources = [path for path in package.rglob("*.py") if not NO_RULES.intersection(path.relative_to(package).parts)]
    sources += TABLETOP.rglob("*.py")
    kept = [path for path in sources if path.name not in NOT_RULES | {"__init__.py"}]
    folders = (f"rules/{name}", f"rulesets/{name}", "tabletop", "roster", "scenarios")
    tests = [path for folder in folders for path in (ROOT / "tests" / folder).rglob("test_*.py")]
    return Target(name, tuple(sorted(kept)), tuple(sorted(path for path in tests if path.name not in PINS)))

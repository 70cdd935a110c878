"""The mutation tester itself: which changes it makes, what it notices and misses, and that it writes no source."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.changes import KINDS, Change, changes
from tests.mutants.explanations import FOLDER, explanations, why
from tests.mutants.running import Trial, choose, drawn, importing, touching
from tests.mutants.targets import ROOT, target
from tests.mutants.touched import Touched

SOURCE = '''"""Text with 1 number."""

LIMIT = 3


def far(p: int, q: int = 2) -> str:
    """Not 4."""
    if p < q and p != LIMIT:
        mark(p, q, cite="WC-ARC-8" if p > 1 else "")
        return f"{p + 1} in"
    return near(q, LIMIT) or "5"


def line(p: int) -> int:
    return p + 7
'''


def found(tmp_path: Path, source: str = SOURCE) -> list[Change]:
    path = tmp_path / "rule.py"
    path.write_text(source)
    return changes(tmp_path, path)


def test_the_changes_of_a_file(tmp_path: Path) -> None:
    told = [(c.kind, c.diff(SOURCE.encode())[-1].lstrip("+").strip()) for c in found(tmp_path)]
    assert told == [
        ("constant", "LIMIT = 2"),
        ("constant", "LIMIT = 4"),
        ("constant", "def far(p: int, q: int = 1) -> str:"),
        ("constant", "def far(p: int, q: int = 3) -> str:"),
        ("return early", "return"),
        ("statement deleted", "pass"),
        ("comparison", "if (p <= q) and p != LIMIT:"),
        ("and, or", "if (p < q or p != LIMIT):"),
        ("condition negated", "if (not (p < q and p != LIMIT)):"),
        ("comparison", "if p < q and (p == LIMIT):"),
        ("statement deleted", "pass"),
        ("return early", "return"),
        ("arguments swapped", 'return (near(LIMIT, q)) or "5"'),
        ("and, or", "return (near(q, LIMIT) and '5')"),
    ]


def test_text_citations_and_log_lines_are_left_alone(tmp_path: Path) -> None:
    for change in found(tmp_path):
        after = change.applied(SOURCE.encode()).decode()
        assert '"""Text with 1 number."""' in after and '"""Not 4."""' in after
        assert "return p + 7" in after and "p + 2" not in after and "p > 2" not in after


def test_words_of_menus_and_the_order_of_a_distance_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "menu.py"
    file.write_text("option = Option(key(1), actor=way[0], cost=2)\nfar = math.dist(a, b) + math.atan2(c, d)\n")
    assert [
        (c.kind, c.applied(file.read_bytes()).decode().splitlines()[c.line - 1]) for c in changes(tmp_path, file)
    ] == [
        ("constant", "option = Option(key(0), actor=way[0], cost=2)"),
        ("constant", "option = Option(key(2), actor=way[0], cost=2)"),
        ("sign", "far = (math.dist(a, b) - math.atan2(c, d))"),
        ("arguments swapped", "far = math.dist(a, b) + (math.atan2(d, c))"),
    ]


def test_a_change_knows_its_function(tmp_path: Path) -> None:
    scopes = {c.scope for c in found(tmp_path)}
    assert scopes == {None, (6, 11)}


def test_the_choice_follows_from_the_seed_and_takes_every_kind() -> None:
    which = target("warcaster")
    chosen = choose(which, 21, 5, "attacks/")
    assert chosen == choose(which, 21, 5, "attacks/") != choose(which, 21, 6, "attacks/")
    kinds = [c.kind for c in chosen]
    assert {kinds.count(kind) for kind in kinds} == {3} and set(kinds) == set(KINDS)
    assert all("/attacks/" in c.path for c in chosen)


def test_the_place_in_the_draw_does_not_depend_on_the_lines_before(tmp_path: Path) -> None:
    def places(text: str) -> list[str]:
        file = tmp_path / "rules.py"
        file.write_text(text)
        return [drawn(change, text.encode(), 1) for change in changes(tmp_path, file)]

    rule = "def far(a, b):\n    return a < b + 2\n"
    before = places(rule)
    assert len(set(before)) == len(before) > 1
    assert before == places("LIMIT = 'x'\n\n\n" + rule) != places(rule.replace("2", "3"))


def test_rules_only() -> None:
    paths = [str(path.relative_to(ROOT)) for path in target("warcaster").sources]
    assert (
        "src/sandtable/rulesets/warcaster/attacks/slams.py" in paths
        and "src/sandtable/tabletop/terrain/land.py" in paths
    )
    paths += [str(path.relative_to(ROOT)) for path in target("warmachine").sources]
    without = ("interface", "suggestions", "appraisal", "learned", "drawing")
    assert not [p for p in paths if any(word in p for word in without)]
    with pytest.raises(ValueError, match="no ruleset 'chess'"):
        target("chess")


def test_the_tests_that_touch_a_line_the_most_particular_first() -> None:
    change = Change("a.py", "constant", 5, 6, 0, 1, "2", (1, 9))
    tests = [
        Touched("wide", 0.1, {"a.py": frozenset({4, 5}), "b.py": frozenset(range(50))}),
        Touched("other", 0.1, {"a.py": frozenset({4, 7})}),
        Touched("narrow", 0.5, {"a.py": frozenset({6})}),
    ]
    assert [t.test for t in touching(change, tests)] == ["narrow", "wide"]
    assert [t.test for t in touching(change._replace(scope=None), tests)] == ["narrow", "other", "wide"]
    tests.append(Touched("reader", 0.1, {"c.py": frozenset({1})}))
    found = touching(change._replace(scope=None), tests, ["c.py"])
    assert [t.test for t in found] == ["narrow", "other", "wide", "reader"]
    assert [t.test for t in touching(change, tests, ["c.py"])] == ["narrow", "wide"]


def test_files_that_import_a_constant() -> None:
    which, constant = target("warcaster"), "src/sandtable/rulesets/warcaster/movement/placing.py"
    found = {Path(path).name for path in importing(constant, which.sources)}
    assert "squad_move.py" in found and "strafe.py" not in found


@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.toml"))])
def test_explanations_are_of_changes_that_can_be_made(name: str) -> None:
    """One whose line is gone explains nothing."""
    for entry in explanations(name):
        path = ROOT / entry["file"]
        source = path.read_bytes()
        assert any(why([entry], entry["file"], change.diff(source)) for change in changes(ROOT, path)), entry
        assert len(entry["why"]) > 20


def run(tmp_path: Path, *options: str) -> dict[str, Any]:
    out = tmp_path / "report.json"
    command = [sys.executable, "-m", "tests.mutants", "warcaster", "--out", str(out), "--kept", str(tmp_path / "kept")]
    done = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, check=False)
    assert out.is_file(), done.stderr
    report: dict[str, Any] = json.loads(out.read_text())
    return report | {"code": done.returncode}


def test_a_slice_of_changes_is_noticed_and_no_file_is_written(tmp_path: Path) -> None:
    rules = ROOT / "src" / "sandtable" / "rulesets" / "warcaster"
    before = {path: path.read_bytes() for path in rules.rglob("*.py")}
    options = ("--only", "attacks/strafe", "--tests", "warcaster/test_strafe", "--number", "7", "--seed", "3")
    report = run(tmp_path, *options, "--jobs", "1")
    assert report["tried"] == report["chosen"] == 7
    assert report["noticed"] >= 5, report["survived"]
    assert {path: path.read_bytes() for path in rules.rglob("*.py")} == before


def test_what_no_test_touches_survives() -> None:
    change = Change("a.py", "constant", 5, 6, 0, 1, "2", (1, 9))
    tried = Trial(change, 0, []).over()
    assert tried is not None and (tried.noticed, tried.by) == (False, "no test touches it")


def test_figures_of_suggestions_and_imports_for_types_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "look.py"
    protocol = "class Ground(Protocol):\n    def __call__(self, leaving: bool = False) -> int: ...\n"
    file.write_text(f"LOOKS = 12\nREACH = 2\nif TYPE_CHECKING:\n    from here import This\n{protocol}")
    told = [c.applied(file.read_bytes()).decode().splitlines()[1] for c in changes(tmp_path, file, {"LOOKS"})]
    assert told == ["REACH = 1", "REACH = 3"]

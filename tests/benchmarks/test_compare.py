"""Two checkouts of a small repository, compared."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from benchmarks import compare
from benchmarks.compare import Compared, Figures, Unusable, benchmarks, checked_out, compared, gain, read

PROJECT = '[project]\nname = "toy"\nversion = "1"\n[project.entry-points."toy.games"]\n'
BENCHMARK = """
import json
from importlib.metadata import entry_points
{imports}
games = ",".join(e.value for e in entry_points(group="toy.games"))
for name, value, unit in {lines}:
    print(json.dumps({{"name": name, "value": value, "unit": unit, "games": games}}))
"""


def git(root: Path, *words: str) -> None:
    about = ["-c", "user.name=x", "-c", "user.email=x@example.net", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *about, *words], check=True, capture_output=True)


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """First commit: `toyengine.old`, benchmarks `speed` and `gone`. Work tree: the module moved, `fresh` added."""
    root = tmp_path / "toy"
    root.mkdir()
    git(root, "init", "--quiet")
    put(root, "pyproject.toml", PROJECT + 'a = "toyengine.old:A"\n')
    put(root, "src/toyengine/old.py", "RATE = 100\n")
    rate = '[("toy.rate", RATE, "games/s"), ("toy.time", 1000 / RATE, "ms")]'
    put(root, "benchmarks/speed.py", BENCHMARK.format(imports="from toyengine.old import RATE", lines=rate))
    put(root, "benchmarks/gone.py", BENCHMARK.format(imports="from toyengine.old import RATE", lines=rate))
    git(root, "add", ".")
    git(root, "commit", "--quiet", "-m", "first")
    for name in ("benchmarks/gone.py", "benchmarks/speed.py", "src/toyengine/old.py"):
        (root / name).unlink()
    put(root, "pyproject.toml", PROJECT + 'b = "toyengine.new:B"\n')
    put(root, "src/toyengine/new.py", "RATE = 125\n")
    put(root, "benchmarks/engine/speed.py", BENCHMARK.format(imports="from toyengine.new import RATE", lines=rate))
    put(root, "benchmarks/fresh.py", BENCHMARK.format(imports="", lines='[("fresh", 5, "us")]'))
    return root


def by_name(root: Path, *names: str) -> dict[str, Compared]:
    with checked_out("HEAD", root) as (here, there):
        return {row.metric: row for name in names for row in compare.compare(here, there, name, 2)}


def test_each_checkout_runs_its_own_code_and_a_moved_file_is_found(repository: Path) -> None:
    found = by_name(repository, "speed")
    assert (found["toy.rate"].here, found["toy.rate"].there) == (125, 100)
    assert found["toy.rate"].ratio == 1.25
    assert found["toy.time"].ratio == 1.25  # 8 ms against 10: better is above 1 for both kinds of unit
    assert found["toy.rate"].note == "its files differ"


def test_a_benchmark_of_one_checkout_is_tried_in_both(repository: Path) -> None:
    found = by_name(repository, "fresh", "gone")
    assert (found["fresh"].here, found["fresh"].there, found["fresh"].ratio) == (5, 5, 1)
    assert found["fresh"].note == "its file is in work tree only"
    gone = found["toy.rate"]
    assert (gone.here, gone.there, gone.ratio, gone.spread) == (None, 100, None, None)
    assert "fails in work tree: ModuleNotFoundError" in gone.note


def test_a_benchmark_that_fails_everywhere_is_a_row_too(repository: Path) -> None:
    put(repository, "benchmarks/broken.py", "raise SystemExit('no such table')")
    (row,) = by_name(repository, "broken").values()
    assert row.ratio is None
    assert row.note.count("no such table") == 2


def test_entry_points_are_those_of_each_checkout(repository: Path) -> None:
    with checked_out("HEAD", repository) as sides:
        outputs = []
        for side in sides:
            file = benchmarks(side.root)["speed"]
            file.write_text(file.read_text().replace('"name": name', '"name": games'))
            outputs.append(next(iter(compare.run(side, file).figures)))
    assert [output.split("[")[0] for output in outputs] == ["toyengine.new:B", "toyengine.old:A"]


def test_the_temporary_checkout_is_removed_and_the_work_tree_untouched(repository: Path) -> None:
    before = sorted(path for path in repository.rglob("*") if ".git" not in path.parts)
    other = None

    def broken_off() -> None:
        nonlocal other
        with checked_out("HEAD", repository) as (_, there):
            other = there.root
            assert (other / "benchmarks" / "gone.py").is_file()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert other is not None and not other.exists()
    trees = subprocess.run(["git", "-C", str(repository), "worktree", "list"], capture_output=True, text=True)
    assert len(trees.stdout.splitlines()) == 1
    assert sorted(path for path in repository.rglob("*") if ".git" not in path.parts) == before


def test_what_cannot_be_compared_is_said(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Unusable, match="no commit 'nowhere'"), checked_out("nowhere", repository):
        pass
    with checked_out("HEAD", repository) as (here, there), pytest.raises(Unusable, match="known: fresh, gone, speed"):
        compare.chosen(here, there, ["sped"])
    assert compare.main(["no-such-commit-anywhere"]) == 2
    assert "no-such-commit-anywhere" in capsys.readouterr().err


def test_medians_of_rounds_and_of_their_ratios() -> None:
    rounds: list[tuple[Figures, Figures]] = [
        ({"x": (10.0, "ms")}, {"x": (20.0, "ms")}),
        ({"x": (10.0, "ms")}, {"x": (10.0, "ms")}),
        ({"x": (40.0, "ms")}, {"x": (60.0, "ms"), "y": (1.0, "MiB")}),
    ]
    x, y = compared("b", rounds)
    assert (x.here, x.there, x.ratio, x.spread) == (10.0, 20.0, 1.5, (1.0, 2.0))
    assert (y.here, y.there, y.ratio) == (None, 1.0, None)


def test_gains_and_units() -> None:
    assert gain(3.0, 2.0, "games/s") == gain(3.0, 2.0, "ratio") == gain(2.0, 3.0, "us") == gain(2.0, 3.0, "MiB") == 1.5
    assert gain(0.0, 2.0, "ms") is None
    (row,) = compared("b", [({"x": (1.0, "ms")}, {"x": (1.0, "us")})])
    assert (row.ratio, row.note) == (None, "the units differ")


def test_lines_of_one_name_are_told_apart_by_their_words() -> None:
    lines = [{"name": "n", "value": v, "unit": "us", "ruleset": r, "note": "x"} for v, r in ((1, "a"), (2, "b"))]
    assert read("\n".join(["compiling", *map(json.dumps, lines)])) == {"n[a]": (1.0, "us"), "n[b]": (2.0, "us")}


def test_the_tools_are_no_benchmarks() -> None:
    names = benchmarks(compare.ROOT)
    assert {"games", "driver"} <= set(names)
    assert not {"compare", "soak"} & set(names)

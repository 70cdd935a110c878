"""The long checks, whole: `make soak`. `make test` holds a seeded slice of each.

    python benchmarks/soak.py                      every check
    python benchmarks/soak.py games fuzz           only these
    python benchmarks/soak.py games --games 2000 --jobs 2 --out build/soak

A check writes NAME.json when it ends, and summary.json says where all of them stand: a run that was broken off goes on
with the names that are missing. Progress is on standard error. The exit code is 1 when a check fails.

To add one: a function that takes `Sizes` and returns `Found`, and a line in CHECKS. Tests whose numbers of seeds come
from `tests/seeds.py` need no function: name their folder in CHECKS with `longer_tests`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from xml.etree import ElementTree

import msgspec

from sandtable.cli.positions import positions_of
from sandtable.core import find, installed
from sandtable.lab.checks import Broken, check_game
from sandtable.lab.duels import DEEPER, Duel, play_duel
from sandtable.lab.matchups import play_matchup, wanted_matchups
from sandtable.lab.simulate import Report, simulate
from sandtable.lab.usage import never
from sandtable.lab.workers import Lost, in_workers

ROOT = Path(__file__).resolve().parents[1]
MUTATED = ("warcaster",)  # rulesets whose rules are changed to see whether tests notice


class Sizes(NamedTuple):
    """How much; each is an option, and a variable of `make soak` in capitals."""

    games: int = 500  # checked games of every ruleset
    fuzz: int = 60  # games of every ruleset with every law asserted at every step
    strength: int = 200  # games of every ruleset between two levels
    veteran: int = 60  # games between the two strongest
    rare: int = 1000  # games from positions that are seldom reached
    balance: int = 100  # per cent of the games of every two armies in matchups.toml
    seeds: int = 20  # times the seeds and examples of `make test`
    crashes: int = 50  # times a busy server is killed
    mutants: int = 300  # changes of the rules of each ruleset in MUTATED
    seed: int = 0  # the first one
    jobs: int = 1


class Found(NamedTuple):
    """What a check saw. It has passed when it has no problems."""

    figures: dict[str, Any]
    problems: list[str]


def counted(total: int, what: str) -> Callable[[], None]:
    """To be called after each: a line on standard error at every tenth of them."""
    number = 0

    def one_more() -> None:
        nonlocal number
        number += 1
        if number == total or number * 10 // total > (number - 1) * 10 // total:
            progress_line(f"{what}: {number} of {total}")

    return one_more


def progress_line(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def go_on(report: Report) -> None:
    """Ctrl-C in a simulation breaks all of this off."""
    if report.interrupted:
        raise KeyboardInterrupt


def checked_games(sizes: Sizes) -> Found:
    """Games of every ruleset over all its options; invariants and events are checked after every answer."""
    figures, problems = {}, []
    for name in sorted(installed()):
        report = simulate(
            name, sizes.games, variety=find(name).sample_options(), seed=sizes.seed, jobs=sizes.jobs, check=True,
            progress=counted(sizes.games, f"games of {name}"),
        )  # fmt: skip
        go_on(report)
        figures[name] = {
            "finished": report.finished,
            "errors": report.errors,
            "wins": report.wins,
            "decisions": report.decisions,
            "games_per_second": report.games_per_second,
        }
        problems += [f"{name}: {problem}" for problem in report.problems]
        if report.finished != sizes.games and not report.problems:
            problems.append(f"{name}: {report.finished} of {sizes.games} games finished")
    return Found(figures, problems)


def fuzz(sizes: Sizes) -> Found:
    """Every law at every step: saves, candidates, junk, secrets, odds, replay."""
    figures, problems = {}, []
    for name in sorted(installed()):
        variety = find(name).sample_options()
        work = [(name, sizes.seed + n, dict(variety[n % len(variety)])) for n in range(sizes.fuzz)]
        played = enumerate(map(lawful, work)) if sizes.jobs == 1 else in_workers(sizes.jobs, lawful, work)
        results, one_more = list[tuple[int, str]](), counted(len(work), f"laws of {name}")
        for number, result in played:
            lost = f"{name}, seed {work[number][1]}: {result.why}" if isinstance(result, Lost) else ""
            results.append((0, lost) if isinstance(result, Lost) else result)
            one_more()
        figures[name] = {"games": len(results), "steps": sum(steps for steps, _ in results)}
        problems += [problem for _, problem in results if problem]
    return Found(figures, problems)


def lawful(work: tuple[str, int, dict[str, Any]]) -> tuple[int, str]:
    """Steps played, and the law that broke."""
    name, seed, options = work
    try:
        return check_game(find(name), seed, options), ""
    except Broken as e:
        return 0, str(e)[:1000]
    except Exception as e:  # a crash is a finding too; the other games go on
        return 0, f"{name}, seed {seed}, {options}: {type(e).__name__}: {e}"[:1000]


def strength(sizes: Sizes) -> Found:
    """Every level beats the one below it."""
    figures, problems = {}, []
    duels = [(Duel(name), sizes.strength) for name in sorted(installed())]
    duels += [(duel, sizes.veteran) for duel in DEEPER if sizes.veteran]
    for duel, games in duels:
        found = play_duel(duel, games, sizes.seed, sizes.jobs, counted(games, duel.name))
        if found.interrupted:
            raise KeyboardInterrupt
        figures[duel.name] = found.figures
        problems += found.problems
    return Found(figures, problems)


def usage(sizes: Sizes) -> Found:
    """Everything a ruleset declares occurs in checked games: over its mix, or from its rare positions, told apart.

    Editions of one game share chapters: what no card of one has must occur in another.
    """
    figures, problems = dict[str, Any](), list[str]()
    for name in sorted(n for n in installed() if n.startswith(COUNTED)):
        folder, rules = ROOT / "examples" / "scenarios" / name / "rare", find(name)
        mix = simulate(
            name, sizes.games, variety=rules.sample_options(), seed=sizes.seed, jobs=sizes.jobs, check=True, usage=True,
            progress=counted(sizes.games, f"games of {name}"),
        )  # fmt: skip
        go_on(mix)
        rare = simulate(
            name, sizes.rare if folder.is_dir() else 0, positions=positions_of(rules, sorted(folder.glob("*.yaml"))),
            bots=("recruit", "random"), seed=sizes.seed, jobs=sizes.jobs, check=True, usage=True,
            progress=counted(sizes.rare, f"rare positions of {name}"),
        )  # fmt: skip
        go_on(rare)
        total = {key: mix.usage.get(key, 0) + rare.usage.get(key, 0) for key in {*mix.usage, *rare.usage}}
        missing = {kind: names for kind, names in never(rules, total).items() if kind in MUST_OCCUR}
        for kind in ("verb", "hook"):
            missing[kind] = [one for one in missing[kind] if one not in FOR_PEOPLE]
        missing["row"] = [row for row in ROWS.get(name, tuple)() if not total.get(row)]
        rare_only = sorted(key for key in rare.usage if key not in mix.usage)
        finished = [mix.finished, rare.finished]
        figures[name] = {"finished": finished, "rare_only": rare_only, "never": missing, "counts": total}
        problems += [f"{name}: {problem}" for problem in (*mix.problems, *rare.problems)]
    for name, row in figures.items():
        others = [figures[other]["counts"] for other in figures if other.partition("-")[0] == name.partition("-")[0]]
        for kind, names in row["never"].items():
            keys = [one if kind == "row" else f"{kind} {one}" for one in names]
            problems += [f"{name}: no {key}" for key in keys if not any(counts.get(key) for counts in others)]
    return Found(figures, problems)


def warmaster_rows() -> list[str]:
    """Rows of tables and spells: what counts of one event or verb."""
    spells = [f"using {spell}" for spell in find("warmaster").library.spells]  # type: ignore[attr-defined]
    return [*(f"row Blundered {face}" for face in range(1, 7)), *(f"rule WM-OFFT-{n}" for n in (3, 5, 6, 8)), *spells]


FOR_PEOPLE = (
    *("ride", "the rest as suggested"),  # verbs said at the prompt; bots answer with the place itself
    *("no_such_order", "without_controller", "out_of_action", "disrupted_for_a_round"),  # why no menu offers it
    *("only_the_gunner", "nobody_orders", "asked_for_in_vain", "nobodys_channeler"),
)
COUNTED = ("warmachine-", "warmaster")  # rulesets whose lists and set positions are made to show everything
MUST_OCCUR = ("frame", "event", "hook", "verb")
ROWS: dict[str, Callable[[], Sequence[str]]] = {"warmaster": warmaster_rows}


def balance(sizes: Sizes) -> Found:
    """Regulars with armies of equal size, both sides alike often: no army wins beyond 60 to 40."""
    figures, problems = {}, list[str]()
    for wanted in wanted_matchups():
        games, what = max(2, wanted.games * sizes.balance // 100), f"{wanted.ruleset}: {wanted.name}"
        found = play_matchup(
            wanted.ruleset, wanted.armies, games, "regular", seed=sizes.seed, jobs=sizes.jobs,
            progress=counted(games, what),
        )  # fmt: skip
        figures[what] = found.figures
        problems += [f"{what}: {problem}" for problem in found.problems]
        if not found.fair:
            problems.append(f"{what}: {found.share:.2f} of {found.games} games")
    return Found(figures, problems)


def longer_tests(*folders: str) -> Callable[[Sizes], Found]:
    """The tests of these folders, with many times the seeds and examples of `make test` (see tests/seeds.py)."""

    def run(sizes: Sizes) -> Found:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "tests.xml"
            workers = ["-n", str(sizes.jobs)] if sizes.jobs > 1 else []
            environment = {**os.environ, "SANDTABLE_SEEDS": str(sizes.seeds), "SANDTABLE_SOAK": "1"}
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *workers, f"--junitxml={file}", *folders],
                cwd=ROOT, env=environment, stdout=sys.stderr, check=False,
            )  # fmt: skip
            if not file.is_file():
                return Found({}, [f"pytest ended with {done.returncode} and no report"])
            return read_tests(file.read_text(), done.returncode)

    return run


def crashes(sizes: Sizes) -> Found:
    """A busy server killed at random moments: nothing acknowledged is lost or doubled, every record verifies."""
    sys.path.insert(0, str(ROOT))
    from tests.server.crashes import rounds

    with TemporaryDirectory() as folder:
        try:
            one_more = counted(sizes.crashes, "kills")
            return Found(asyncio.run(rounds(Path(folder), sizes.seed, sizes.crashes, 6, one_more)), [])
        except AssertionError as e:
            return Found({}, [str(e)[:2000]])


def read_tests(report: str, returncode: int) -> Found:
    """A JUnit report as figures."""
    cases = list(ElementTree.fromstring(report).iter("testcase"))
    bad = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    problems = []
    for case in bad:
        node = case.find("failure") if case.find("failure") is not None else case.find("error")
        assert node is not None
        said = (node.get("message") or "").splitlines() or [""]
        problems.append(f"{case.get('classname')}.{case.get('name')}: {said[0]}"[:500])
    if returncode and not problems:
        problems.append(f"pytest ended with {returncode}")
    return Found({"tests": len(cases), "failed": len(bad)}, problems)


def mutants(sizes: Sizes) -> Found:
    """Changes of the rules, one by one, that their tests should notice (tests/mutants)."""
    figures, problems = {}, []
    for name in MUTATED:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "mutants.json"
            command = [sys.executable, "-m", "tests.mutants", name, "--number", str(sizes.mutants), "--out", str(file)]
            command += ["--seed", str(sizes.seed + 1), "--jobs", str(sizes.jobs)]
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=sys.stderr, check=False)
            found = json.loads(file.read_text()) if file.is_file() else {}
        figures[name] = {key: found.get(key) for key in ("tried", "noticed", "per_cent_noticed", "kinds")}
        open_ones = [s for s in found.get("survived", ()) if not s["explained"]]
        problems += [f"{name}: {s['at']} {s['kind']}: {' '.join(s['diff'])}"[:300] for s in open_ones]
        if done.returncode and not open_ones:
            problems.append(f"{name}: {found.get('per_cent_noticed', 0)} % noticed, or the run broke off")
    return Found(figures, problems)


CHECKS: dict[str, Callable[[Sizes], Found]] = {
    "games": checked_games,
    "fuzz": fuzz,
    "usage": usage,
    "strength": strength,
    "balance": balance,
    "geometry": longer_tests("tests/geometry"),
    "odds": longer_tests("tests/chance"),
    "files": longer_tests("tests/record", "tests/scenarios", "tests/roster"),
    "input": longer_tests("tests/fuzz"),
    "streams": longer_tests(
        "tests/server/test_streams.py", "tests/server/test_whole_matches.py", "tests/server/test_description.py"
    ),
    "laws": longer_tests("tests/conformance"),
    "browser": longer_tests("tests/browser"),
    "crashes": crashes,
    "mutants": mutants,
}


def soak(names: Sequence[str], sizes: Sizes, out: Path) -> bool:
    """Run these checks; each writes its file as it ends. Says whether all of them passed."""
    out.mkdir(parents=True, exist_ok=True)
    good = True
    for name in names:
        progress_line(f"== {name}")
        began = time.perf_counter()
        try:
            found = CHECKS[name](sizes)
        except Exception as e:  # one check that cannot run must not keep the others from running
            found = Found({}, [f"{type(e).__name__}: {e}"])
        good = good and not found.problems
        about = {
            "check": name,
            "passed": not found.problems,
            "commit": commit(),
            "seconds": round(time.perf_counter() - began, 1),
            "sizes": sizes._asdict(),
            "problems": found.problems,
            "figures": found.figures,
        }
        (out / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(about), indent=1) + b"\n")
        for problem in found.problems[:20]:
            progress_line(f"  {problem}")
        progress_line(f"== {name}: {'failed' if found.problems else 'passed'} in {about['seconds']} s")
    summary = summed_up(out)
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n")
    print(json.dumps(summary))
    return good


def summed_up(out: Path) -> dict[str, Any]:
    """Where every check stands, also those of earlier runs."""
    rows: dict[str, Any] = {}
    for name in CHECKS:
        file = out / f"{name}.json"
        if file.is_file():
            about = json.loads(file.read_text())
            rows[name] = {key: about[key] for key in ("passed", "commit", "seconds")}
            rows[name]["problems"] = len(about["problems"])
    missing = [name for name in CHECKS if name not in rows]
    return {"passed": not missing and all(row["passed"] for row in rows.values()), "missing": missing, "checks": rows}


def commit() -> str:
    """Which one, and whether files were changed since."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", help=f"checks: {', '.join(CHECKS)}; all when none is given")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "soak", help="folder for the JSON files")
    for name, default in Sizes()._asdict().items():
        parser.add_argument(f"--{name}", type=int, default=default, help=f"default {default}")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in CHECKS]:
        parser.error(f"no check {', '.join(unknown)}; known: {', '.join(CHECKS)}")
    sizes = Sizes(**{name: getattr(given, name) for name in Sizes._fields})
    if bad := [name for name in ("games", "fuzz", "strength", "seeds", "mutants", "jobs") if getattr(sizes, name) < 1]:
        parser.error(f"--{bad[0]} must be 1 or more")
    return 0 if soak(given.names or list(CHECKS), sizes, given.out) else 1


if __name__ == "__main__":
    sys.exit(main())

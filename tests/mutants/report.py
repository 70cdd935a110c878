"""The result of a run as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.changes import Change
from tests.mutants.explanations import why
from tests.mutants.running import OUT_OF_TIME, Tried
from tests.mutants.targets import ROOT, Target


def report(
    which: Target,
    seed: int,
    chosen: Sequence[Change],
    tried: Sequence[Tried],
    known: Sequence[dict[str, str]],
    seconds: float,
) -> dict[str, Any]:
    noticed = [one for one in tried if one.noticed]
    survived = []
    for one in tried:
        if not one.noticed:
            diff = one.change.diff((ROOT / one.change.path).read_bytes())
            survived.append(
                {
                    "at": f"{one.change.path}:{one.change.line}",
                    "kind": one.change.kind,
                    "diff": diff,
                    "tests": one.tests,
                    "explained": why(known, one.change.path, diff),
                }
            )
    kinds = sorted({change.kind for change in chosen})
    return {
        "ruleset": which.name,
        "seed": seed,
        "chosen": len(chosen),
        "tried": len(tried),
        "noticed": len(noticed),
        "per_cent_noticed": round(100 * len(noticed) / len(tried), 1) if tried else 0.0,
        "timed_out": sum(one.by == OUT_OF_TIME for one in noticed),
        "kinds": {
            kind: [sum(o.change.kind == kind for o in noticed), sum(o.change.kind == kind for o in tried)]
            for kind in kinds
        },
        "survived": survived,
        "seconds": round(seconds, 1),
    }

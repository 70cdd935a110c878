"""Trying many cases of one target, each by a seed of its own, so that a finding can be tried again alone."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import msgspec

from sandtable.geometry.kernel_loading import load_kernels
from tests.fuzz.targets import TARGETS

SLOW = 5.0  # seconds of the processor for one case, beyond which it is a finding of `make fuzz`
FINDINGS = 50


class Report(msgspec.Struct):
    target: str
    seed: int
    cases: int = 0
    taken: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    findings: list[dict[str, Any]] = msgspec.field(default_factory=list)


def try_one(target: str, seed: int) -> bool:
    """One case again: ``try_one("records", 1234)``."""
    return TARGETS[target].attempt(Random(seed))


def fuzz(target: str, seed: int = 0, *, cases: int = 1_000_000_000, seconds: float = float("inf")) -> Report:
    """So many cases, or as many as fit into the time."""
    load_kernels()
    report, began = Report(target, seed), time.monotonic()
    while report.cases < cases and time.monotonic() - began < seconds and len(report.findings) < FINDINGS:
        number, before = seed * 10_000_000 + report.cases, time.process_time()
        try:
            taken = try_one(target, number)
            report.taken, report.refused = report.taken + taken, report.refused + (not taken)
        except Exception as e:
            report.findings.append({"seed": number, "error": f"{type(e).__name__}: {e}"[:300]})
        took = time.process_time() - before
        if took > SLOW:
            report.findings.append({"seed": number, "error": f"slow: {took:.1f} s"})
        report.slowest = max(report.slowest, took)
        report.cases += 1
    report.seconds = round(time.monotonic() - began, 2)
    report.slowest = round(report.slowest, 3)
    return report

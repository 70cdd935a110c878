"""A Chromium for the tests: the system's, Debian's package when root, else Playwright's own.

``python -m tests.browser.chromium`` gets one before the tests run, and says plainly when none can be had.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# The sandbox does not work for root, and a test has no business with the network.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NONE = (
    "No Chromium was found for the tests in the browser, and none could be installed. "
    "Install one (Debian: apt-get install chromium) or run: python -m playwright install chromium"
)


def system() -> str | None:
    """The path of a Chromium that is installed; None: there is none."""
    named = os.environ.get("SANDTABLE_CHROMIUM", "")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def playwrights() -> str | None:
    """The path of Playwright's own, if it was downloaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> str | None:
    """Get one. None: it cannot be had here."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        for command in (["update", "-qq"], ["install", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *command], env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, **quiet)  # type: ignore[call-overload]
        if (found := system()) is not None:
            return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=subprocess.DEVNULL, check=False)
    return playwrights()


def find() -> str | None:
    return system() or playwrights()


if __name__ == "__main__":
    if find() is None:
        sys.stderr.write("Getting a Chromium for the tests in the browser ...\n")
        if install() is None:
            sys.exit(NONE)

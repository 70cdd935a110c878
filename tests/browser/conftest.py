"""One server and one browser a worker; every page must leave the console empty."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from sandtable.chance import Seeded
from sandtable.server.client_files import STATIC
from tests.browser import chromium
from tests.browser.player import Player
from tests.browser.served import Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    if not (STATIC / "index.html").exists():
        pytest.fail("the client is not built: make web")
    with pytest.MonkeyPatch.context() as patch:  # the same dice and bots in every run
        patch.setattr("sandtable.server.live_tables.new_bots", lambda: "1")
        for handlers in ("handlers", "match_handlers"):
            patch.setattr(f"sandtable.server.{handlers}.new_source", lambda: Seeded(1))
        served = Served(tmp_path_factory.mktemp("tables"))
        yield served
        served.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.NONE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.fixture
def player(page: Page, served: Served) -> Iterator[Player]:
    player = Player(page, served)
    yield player
    assert player.wrong == []

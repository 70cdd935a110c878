"""The front door: headers, hosts, origins, rates, files."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sandtable.server.limits import Limits
from tests.server.client import SECONDS, socket_address
from tests.server.processes import Process


def get(server: Process, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address[:-1]}{path}", headers=headers, trust_env=False, timeout=SECONDS)


def post(server: Process, path: str, body: Any, **headers: str) -> httpx.Response:
    return httpx.post(f"{server.address[:-1]}{path}", json=body, headers=headers, trust_env=False, timeout=SECONDS)


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/nothing.js", "/api/matches/x"])
def test_every_answer_has_the_security_headers(server: Process, path: str) -> None:
    headers = get(server, path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe" not in policy and "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/app.py",
        "/assets/..%2f..%2fapp.py",
        "//etc/passwd",
        "/static/../app.py",
        "/index.html%00.js",
        "/..%5c..%5capp.py",
    ],
)
def test_no_path_leads_out_of_the_clients_files(server: Process, path: str) -> None:
    with httpx.Client(trust_env=False, timeout=SECONDS) as client:
        answer = client.send(httpx.Request("GET", httpx.URL(server.address).copy_with(raw_path=path.encode())))
    assert answer.status_code == 404 or answer.headers["content-type"].startswith("text/html")
    assert "import" not in answer.text[:2000] and "root:" not in answer.text


def test_other_sites_pages_are_refused(server: Process) -> None:
    assert post(server, "/api/matches", {"ruleset": "duel"}, origin="http://evil.example").status_code == 403
    assert post(server, "/api/matches", {"ruleset": "duel"}, **{"sec-fetch-site": "cross-site"}).status_code == 403
    own = server.address.rstrip("/")
    assert post(server, "/api/matches", {"ruleset": "duel"}, origin=own).status_code == 201
    assert get(server, "/api/health", host="evil.example").status_code == 403
    assert get(server, "/api/health", host="localhost").status_code == 200
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}):
        with pytest.raises(InvalidStatus):
            connect(socket_address(server.address, "x"), additional_headers=headers, proxy=None).close()


def test_requests_and_new_matches_are_limited(tmp_path: Path) -> None:
    limits = Limits(requests=0.01, request_burst=20.0, begun=0.001, begun_burst=3.0)
    process = Process(tmp_path, limits=limits)
    try:
        begun = [post(process, "/api/matches", {"ruleset": "duel"}).status_code for _ in range(5)]
        assert begun == [201, 201, 201, 429, 429]
        codes = [get(process, "/api/health").status_code for _ in range(40)]
        assert codes[0] == 200 and codes[-1] == 429
    finally:
        process.close()
    assert process.faults() == ""


def test_large_and_broken_bodies_are_refused(server: Process) -> None:
    url = f"{server.address}api/matches"
    large = httpx.post(url, content=b'{"ruleset":"' + b"x" * 200_000 + b'"}', trust_env=False, timeout=SECONDS)
    assert (large.status_code, large.json()["error"]) == (413, "large")
    for body in (b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"ruleset":"duel","ruleset":1}', b'{"ruleset":"duel","x":1}'):
        answer = httpx.post(url, content=body, trust_env=False, timeout=SECONDS)
        assert answer.status_code == 400 and answer.json()["text"], body
        assert "Traceback" not in answer.text

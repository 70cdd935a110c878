"""Calls made up from the OpenAPI file get the answers it describes, and nothing fails inside."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server.openapi import description
from tests.seeds import examples
from tests.server.processes import Process
from tests.server.test_guard import post

PATHS = description()["paths"]
schema = schemathesis.openapi.from_dict(description())
SLICE = settings(
    max_examples=examples(5),
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="session")
def opened(server: Process) -> dict[str, Any]:
    """A match whose token made-up calls may use."""
    made: dict[str, Any] = post(server, "/api/matches", {"ruleset": "duel"}).json()
    return made


@schema.parametrize()
@SLICE
def test_made_up_calls_get_described_answers(
    case: schemathesis.Case[Any], server: Process, opened: dict[str, Any]
) -> None:
    """Half of the calls about a match are about a real one, with its token."""
    given = case.path_parameters or {}
    if "match" in given and case.method != "DELETE" and len(str(given["match"])) % 2:
        given["match"] = opened["match"]
        case.headers["Authorization"] = f"Bearer {opened['token']}"
    answer = case.call(base_url=server.address.rstrip("/"))
    assert "Traceback" not in answer.text
    if case.method.lower() not in PATHS[case.path]:
        assert answer.status_code in (404, 405)
        return
    case.validate_response(answer, checks=CHECKS)

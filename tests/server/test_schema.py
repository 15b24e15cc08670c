"""Every request of the interface, with whatever a schema can think of: nothing brings the server down."""

from collections.abc import Iterator
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error

from tests.kit import examples
from tests.server.guests import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def interface(server: Server) -> Any:
    plain = httpx.get(f"http://{server.address}/api/schema/openapi.json", timeout=60).json()
    loaded = schemathesis.openapi.from_dict(plain)
    loaded.config.update(base_url=f"http://{server.address}")
    return loaded


schema = schemathesis.pytest.from_fixture("interface")


@schema.parametrize()
@hypothesis.settings(examples(6), suppress_health_check=list(hypothesis.HealthCheck), deadline=None)
def test_nothing_is_answered_with_a_fault(case: Any) -> None:
    case.call_and_validate(checks=[not_a_server_error])


def test_the_log_tells_of_no_fault(server: Server) -> None:
    assert "Traceback" not in server.log.read_text()

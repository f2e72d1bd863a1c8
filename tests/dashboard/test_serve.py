import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from serving import SERVE

from misheard.dashboard import guard, serve
from misheard.ingest.errors import MisheardError, StoreLockedError
from misheard.ingest.store import Store


def answer(url, host=None):
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.headers
    except urllib.error.HTTPError as error:
        return error.code, error.headers


def test_a_locked_store_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "store.duckdb"
    command = [sys.executable, "-c", SERVE, str(path), "0"]
    with Store.open(path):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"misheard.ingest.errors.{StoreLockedError.__name__}: {path}: is open in another")


def test_a_port_that_is_asked_for_and_taken_is_an_error():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(MisheardError, match=f"port {port} on 127.0.0.1 is taken; name another"):
            serve.free_port("127.0.0.1", port)


def test_a_taken_port_that_nobody_asked_for_is_passed_over(monkeypatch):
    monkeypatch.setattr(serve, "_is_free", lambda host, port: port > serve.PORT + 1)
    assert serve.free_port("127.0.0.1", None) == serve.PORT + 2


def test_says_so_where_no_port_is_free(monkeypatch):
    monkeypatch.setattr(serve, "_is_free", lambda host, port: False)
    with pytest.raises(MisheardError, match="are taken; name a free one with --port"):
        serve.free_port("127.0.0.1", None)


def test_a_host_that_is_not_here_is_an_error():
    with pytest.raises(MisheardError, match=r"192\.0\.2\.1: cannot be listened on"):
        serve.free_port("192.0.2.1", None)


def test_nothing_is_sent_out_and_only_this_machine_is_served():
    settings = serve.settings("127.0.0.1", 8599)
    assert settings["browser.gatherUsageStats"] is False
    assert settings["server.address"] == "127.0.0.1"
    assert settings["server.allowedHosts"] == ["127.0.0.1", "localhost", "::1"]
    assert settings["server.fileWatcherType"] == "none"
    assert settings["server.enableAgentApi"] is False


def test_the_policy_names_no_other_host_and_no_eval():
    policy = guard.policy()
    assert "http" not in policy
    assert "*" not in policy
    assert "unsafe-eval" not in policy
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
    assert "'sha256-" in policy


@pytest.mark.parametrize("path", ["/", "/trace?trace=x", "/_stcore/health", "/nowhere/at/all.js"])
def test_every_answer_carries_the_headers(served, path):
    _, headers = answer(served + path)
    assert headers["Content-Security-Policy"] == guard.policy()
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_another_host_name_is_refused(served):
    port = served.rpartition(":")[2]
    assert answer(served + "/", f"evil.test:{port}")[0] == 421
    assert answer(served + "/", f"LOCALHOST:{port}")[0] == 200


def test_ctrl_c_ends_without_a_traceback(serve_store, tmp_path):
    server = serve_store(tmp_path / "store.duckdb")
    status, out, talk = server.stop()
    assert status in (0, 130)
    assert out == ""
    assert "Traceback" not in talk
    assert server.base in talk
    Store.open(tmp_path / "store.duckdb").close()


def test_the_first_page_is_served_at_traces_too(served):
    with urllib.request.urlopen(f"{served}/traces?text=a%26b", timeout=10) as response:
        assert response.url == f"{served}/?text=a%26b"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8599"),
        ("::1", "http://[::1]:8599"),
        ("0.0.0.0", "http://localhost:8599"),
        ("lab.example", "http://lab.example:8599"),
    ],
)
def test_the_address_is_one_that_a_browser_opens(host, address):
    assert serve.address_of(host, 8599) == address


def test_a_host_of_the_network_is_served_under_its_name_too():
    assert serve.allowed_hosts("lab.example") == ("lab.example", *serve.LOOPBACK)
    assert serve.allowed_hosts("0.0.0.0") == ()


@pytest.mark.parametrize("host", ["[::1]", "[::1]:80", "LOCALHOST", "localhost:80"])
def test_reads_the_host_of_a_request(host):
    assert guard._host({"type": "http", "headers": [(b"host", host.encode())]}) in serve.LOOPBACK

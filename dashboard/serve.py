"""Runs the page: one process that owns the store and serves the dashboard, on this machine alone."""

import errno
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from misheard.dashboard import startup
from misheard.ingest.errors import MisheardError
from misheard.ingest.store import Store

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

PORT = 8599
TRIES = 50
LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (named so that it can be told apart, not bound by default)


def run(
    store_path: Path,
    *,
    host: str = LOOPBACK[0],
    port: int | None = None,
    open_browser: bool = True,
    page: str | None = None,
) -> None:
    """Serve the dashboard on the store at `store_path` until Ctrl-C.

    Without a `port` it is PORT or the next free one. `page` is what the browser opens, such as
    `/trace?trace=run-7` (names in it are percent-encoded).

    Raises:
        StoreLockedError: another process has the store open.
        StoreError: the store cannot be opened.
        MisheardError: the port is taken.
    """
    chosen = free_port(host, port)
    with Store.open(store_path) as store:
        _serve(store, host, chosen, page, open_browser=open_browser)


def address_of(host: str, port: int) -> str:
    """Return the URL at which a browser on this machine reaches the server."""
    name = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def free_port(host: str, port: int | None) -> int:
    """Return `port` where it is free, or without one the first free port from PORT.

    Raises:
        MisheardError: there is none.
    """
    for candidate in [port] if port is not None else range(PORT, PORT + TRIES):
        if _is_free(host, candidate):
            return candidate
    if port is not None:
        raise MisheardError(f"port {port} on {host} is taken; name another with --port, or leave --port out")
    raise MisheardError(f"ports {PORT} to {PORT + TRIES - 1} on {host} are taken; name a free one with --port")


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
            raise MisheardError(
                f"{host}: cannot be listened on ({error.strerror}); try --host 127.0.0.1"
            ) from error
    return True


def settings(host: str, port: int) -> dict[str, object]:
    """Return Streamlit's settings: nothing is sent out, nothing is watched, no tool bar."""
    from misheard.dashboard import theme

    return {
        "server.address": host,
        "server.port": port,
        "server.headless": True,
        "server.allowedHosts": list(allowed_hosts(host)),
        "server.fileWatcherType": "none",
        "server.runOnSave": False,
        "server.maxUploadSize": 1024,
        "server.enableStaticServing": False,
        "server.enableAgentApi": False,
        "browser.gatherUsageStats": False,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": False,
        "runner.magicEnabled": False,
        "logger.level": "error",
        "logger.enableRich": False,
        "logger.hideWelcomeMessage": True,
        **theme.STREAMLIT,
    }


def allowed_hosts(host: str) -> tuple[str, ...]:
    """Return the host names that requests may carry; none named means any, for a host open to the network."""
    if host in EVERYWHERE:
        return ()
    return LOOPBACK if host in LOOPBACK else (host, *LOOPBACK)


def _serve(store: Store, host: str, port: int, page: str | None, *, open_browser: bool) -> None:
    with startup.lean():
        import streamlit as st
        from starlette.middleware import Middleware
        from starlette.routing import Route

        from misheard.dashboard import current, failure
        from misheard.dashboard.guard import Guard

    address = f"{address_of(host, port)}{page or ''}"

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        sys.stderr.write(f"Misheard is at {address} with {store.place}; Ctrl-C stops it.\n")
        if host in EVERYWHERE:
            sys.stderr.write("Everyone who can reach this machine can read the store and load logs into it.\n")
        threading.Thread(target=startup.warm, args=(page or "/",), daemon=True).start()
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        yield

    current.use(store)
    app = st.App(
        Path(__file__).with_name("app.py"),
        routes=[Route("/traces", _to_root)],
        middleware=[Middleware(Guard, hosts=allowed_hosts(host))],
        lifespan=lifespan,
        on_script_error=failure.show,
    )
    _quieten()
    try:
        app.run(config=settings(host, port))
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
    finally:
        current.use(None)


async def _to_root(request: "Request") -> "Response":
    """Send `/traces` to the root, which is the path that Streamlit gives its first page."""
    from starlette.responses import RedirectResponse

    return RedirectResponse(f"/?{request.url.query}" if request.url.query else "/")


def _quieten() -> None:
    """Keep the web server's own talk out of the terminal; its warnings and errors still show."""
    from uvicorn.config import LOGGING_CONFIG

    for name in ("uvicorn", "uvicorn.error"):
        LOGGING_CONFIG["loggers"][name]["level"] = "WARNING"

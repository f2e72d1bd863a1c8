"""What every answer of the server carries, and whom it answers at all: no page may call out or be called into."""

import base64
import hashlib
import re
from collections.abc import Iterable
from importlib import resources

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def _inline_hashes() -> list[str]:
    """Return the hashes of the scripts that Streamlit's own page holds, which the policy must let through."""
    page = (resources.files("streamlit") / "static" / "index.html").read_text("utf-8")
    digests = (hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(page))
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


def policy() -> str:
    """Return the Content-Security-Policy: everything from this server, nothing from anywhere else.

    `blob:` scripts are Streamlit's components, which it makes in the page from what this server sent.
    """
    scripts = " ".join(["'self'", "blob:", *_inline_hashes()])
    return "; ".join(
        [
            "default-src 'self'", f"script-src {scripts}", "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:", "font-src 'self' data:", "connect-src 'self'", "worker-src 'self' blob:",
            "media-src 'self'", "frame-src 'none'", "object-src 'none'", "base-uri 'self'", "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )  # fmt: skip


class Guard:
    """Middleware: answers only requests for a host of ours, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._headers = {
            "Content-Security-Policy": policy(),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless it is for a host that is none of ours."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        if self._hosts and _host(scope) not in self._hosts:
            refusal = PlainTextResponse("This host name is not served here.\n", status_code=421)
            await refusal(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)


def _host(scope: Scope) -> str:
    """Return the host that a request names, without its port and without the brackets of an IPv6 address."""
    name = Headers(scope=scope).get("host", "").lower()
    return name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]

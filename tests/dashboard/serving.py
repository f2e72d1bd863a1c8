"""A dashboard in a process of its own, and a visitor with a browser."""

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing

SERVE = """
import sys
from pathlib import Path
from misheard.dashboard import serve
serve.run(Path(sys.argv[1]), port=int(sys.argv[2]), open_browser=False)
"""


STILL = '[data-testid="stApp"][data-test-script-state="notRunning"]'


class Server:
    """A dashboard in a process of its own."""

    def __init__(self, path):
        with closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error::DeprecationWarning:misheard", "-c", SERVE, str(path), str(port)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        for _ in range(400):
            if self.process.poll() is not None:
                raise RuntimeError(self.process.stderr.read())
            try:
                urllib.request.urlopen(f"{self.base}/_stcore/health", timeout=2).read()
                return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise RuntimeError("the server did not start within 20 s")

    def stop(self):
        """Send Ctrl-C; return the exit status, and what was said on stdout and stderr."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        out, talk = self.process.communicate(timeout=20)
        return self.process.returncode, out, talk


class Visit:
    """One visitor's page, with all that it asked for and complained of."""

    def __init__(self, context, base):
        self.page, self.base = context.new_page(), base
        self.foreign, self.complaints = [], []
        self.page.on("request", self._requested)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _requested(self, request):
        ours = (self.base, self.base.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(ours):
            self.foreign.append(request.url)

    def _said(self, line):
        # Streamlit asks below the page's own path first where its root may be, and takes 404 for no.
        if line.type == "error" and not line.location["url"].endswith(("/_stcore/health", "/_stcore/host-config")):
            self.complaints.append(line.text)

    def open(self, path):
        self.page.goto(self.base + path)
        self.page.wait_for_selector(STILL, timeout=30_000)
        self.settle()
        failed = self.page.get_by_text("This page failed")
        assert not failed.count(), self.page.locator("[data-testid=stMain]").inner_text()
        return self.page

    def settle(self):
        """Wait until the page stands still: what was just done has reached the server and its answer is drawn."""
        self.page.wait_for_timeout(150)
        self.page.wait_for_selector(STILL, timeout=30_000)
        self.page.wait_for_timeout(100)

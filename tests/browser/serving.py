"""A static host like those that sites are published on: gzip, no special headers, a path of its own."""

from __future__ import annotations

import gzip
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


BUILT_FOR = b"http://127.0.0.1:8000/"


@cache
def compressed(path: Path, changed: int, address: str) -> bytes:
    """Compress a file once; `changed` is in the key, so that an edited file is read again.

    A published site is built for its host's address, which sitemap and canonical links must name: here it is put in.
    """
    content = path.read_bytes()
    if path.suffix in (".html", ".xml"):
        content = content.replace(BUILT_FOR, address.encode())
    return gzip.compress(content, 6)


class Host(ThreadingHTTPServer):
    """Serves one folder below one prefix and remembers every request."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder: Path, prefix: str = "/") -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = folder
        self.prefix = prefix
        self.requests: list[str] = []

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a tab resets its connections: no error of ours."""

    @property
    def address(self) -> str:
        """Where the folder's index is."""
        return f"http://127.0.0.1:{self.server_port}{self.prefix}"

    def file(self, address: str) -> Path | None:
        """The file that a host would answer with."""
        path, _, _ = address.partition("?")
        if not path.startswith(self.prefix):
            return None
        file = self.folder / path.removeprefix(self.prefix)
        file = file / "index.html" if file.is_dir() else file
        return file if file.is_file() else None


class Handler(BaseHTTPRequestHandler):
    """Answers GET like a static host."""

    protocol_version = "HTTP/1.1"
    server: Host

    def do_GET(self) -> None:
        """Send the file, compressed; or 404."""
        self.server.requests.append(self.path)
        file = self.server.file(self.path)
        if file is None:
            self.send_error(404)
            return
        changed = file.stat().st_mtime_ns
        tag = f'"{changed:x}"'
        fresh = self.headers.get("If-None-Match") == tag
        content = b"" if fresh else compressed(file, changed, self.server.address)
        self.send_response(304 if fresh else 200)
        self.send_header(
            "Content-Type",
            TYPES.get(file.suffix) or mimetypes.guess_type(file)[0] or "application/octet-stream",
        )
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `requests` has it all."""


@contextmanager
def serving(folder: Path, prefix: str = "/") -> Iterator[Host]:
    """Serve a folder on an origin of its own."""
    host = Host(folder, prefix)
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    try:
        yield host
    finally:
        host.shutdown()
        host.server_close()
        thread.join()

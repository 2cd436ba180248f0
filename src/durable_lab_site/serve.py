"""Serves the built site and builds it again whenever something that it is made from changes."""

from __future__ import annotations

import re

from mkdocs.livereload import LiveReloadServer

from durable_lab_site.build import ROOT, build
from durable_lab_site.policy import script_hash

WATCHED = ("docs", "snippets", "src", "mkdocs.yml", "mkdocs.en.yml")
RELOADER = re.compile(r"<script>([^<]*livereload.*?)</script></body>", re.DOTALL)


class Server(LiveReloadServer):
    """Reloads pages although their policy allows only the scripts they were built with."""

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        html: str = super()._inject_js_into_html(content, epoch).decode()  # type: ignore[no-untyped-call]
        reloader = RELOADER.search(html)
        if reloader is None:
            return html.encode()
        allowed = f"script-src 'self' {script_hash(reloader[1])}"
        return html.replace("script-src 'self'", allowed, 1).encode()


def serve(host: str, port: int) -> None:
    """Build, serve, watch, until interrupted."""

    def rebuild() -> None:
        build(strict=False)

    rebuild()
    server = Server(builder=rebuild, host=host, port=port, root=str(ROOT / "site"))
    for name in WATCHED:
        server.watch(str(ROOT / name))
    print(f"\n  {server.url}  中文\n  {server.url}en/  English\n", flush=True)
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        pass
    finally:
        server.shutdown()

"""The MkDocs plugin. The site is two builds on one base: Chinese at the root, English below en/."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import cast

from jinja2 import Environment
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from durable_lab.words.catalogue import Language
from durable_lab_site.assets import copy_assets
from durable_lab_site.failure_links import with_lab_links
from durable_lab_site.fence import RunnableFence
from durable_lab_site.lab import PLACE, first_picture
from durable_lab_site.policy import protect
from durable_lab_site.search import Entry, entries, write
from durable_lab_site.search_form import with_examples, with_our_worker

log = logging.getLogger("mkdocs.plugins.durable-lab")

TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
PLAIN_CODE = re.compile(r"<code>[^<]+</code>")
JOINT = re.compile(r"(?<=[A-Za-z0-9][_.=(])(?=[A-Za-z0-9&])|(?<=[a-z])(?=[A-Z][a-z])")
"""Where a name in code may be broken: `put_|writes`, `durability=|"sync"`, `Empty|Input|Error`."""


class DurableLabConfig(Config):  # type: ignore[no-untyped-call]
    """Settings of the plugin in mkdocs.yml."""

    language = config_options.Choice(("zh", "en"))


class DurableLabPlugin(BasePlugin[DurableLabConfig]):  # type: ignore[no-untyped-call]
    """Ties the modules of this package to the events of a build."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Register the fence, and tell the templates where the base and the other language are."""
        self.root = Path(config.config_file_path).parent
        fence = RunnableFence(self.root / "snippets", cast("Language", self.config.language))
        fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
        fences.append({"name": "run", "class": "run", "format": fence.format})
        to_base = "" if self.config.language == "zh" else "../"
        config.extra["to_base"] = to_base
        config.extra["homes"] = {"zh": to_base, "en": f"{to_base}en/"}
        if config.site_url:
            config.extra["base_address"] = config.site_url
            config.site_url += "" if self.config.language == "zh" else "en/"
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """A page without its mirror is half a translation: say so, which fails a strict build."""
        other = self.root / "docs" / ("en" if self.config.language == "zh" else "zh")
        for file in files.documentation_pages():
            if not (other / file.src_uri).exists():
                log.warning("%s is missing in the other language: %s", file.src_uri, other / file.src_uri)
        return files

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Put every plain table into a frame of its own, which scrolls on a narrow screen; put in the lab, and the links to it."""
        language = cast("Language", self.config.language)
        base = "../" * page.url.count("/")
        html = with_lab_links(TABLE.sub(lambda table: _framed(table[1]), html), language, base)
        if PLACE not in html:
            return html
        drawn = first_picture(self.root / "build/runs", language, base=base, edit=page.edit_url or "")
        return html.replace(PLACE, drawn)

    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> Environment:
        """Give the templates what tells Material's search form of ours."""
        env.filters |= {"with_our_worker": with_our_worker, "with_examples": with_examples}
        return env

    def on_pre_build(self, config: MkDocsConfig) -> None:
        """Begin anew: while it is served, the site is built again and again."""
        self.found: list[Entry] = []

    def on_page_context(
        self, context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Take the page as it will be read into the index, and leave nothing to Material's own, which comes after us."""
        self.found.extend(entries(page.content or "", page.url, page.meta.get("search", {})))
        page.meta["search"] = {"exclude": True}
        return context

    def on_post_build(self, config: MkDocsConfig) -> None:
        """Add what the pages load, and the policy that allows just that."""
        site = Path(config.site_dir)
        if self.config.language == "zh":
            copy_assets(self.root, site)
        write(self.found, site)
        protect(site, leave=site / "en")


def _framed(rows: str) -> str:
    """The frame and its table; a cell is narrow, so long names get places to break at."""
    rows = PLAIN_CODE.sub(lambda code: JOINT.sub("<wbr>", code[0]), rows)
    return f'<wide-table><table class="data">{rows}</table></wide-table>'

"""What an exploration found, to be read: as text that fits a screen, as Markdown, for a build server, as data."""

from durable_lab.report.data import as_json
from durable_lab.report.junit import as_junit
from durable_lab.report.markdown import as_markdown
from durable_lab.report.shown import as_shown
from durable_lab.report.summary import failed, finding, status_of
from durable_lab.report.text import as_text

__all__ = ["as_json", "as_junit", "as_markdown", "as_shown", "as_text", "failed", "finding", "status_of"]

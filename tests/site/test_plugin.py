"""What the plugin does to a page's tables."""

import pytest

from durable_lab_site.plugin import _framed


@pytest.mark.parametrize(
    ("code", "joined"),
    [
        ("put_writes", "put_<wbr>writes"),
        ("Command(resume=v)", "Command(<wbr>resume=<wbr>v)"),
        ("durability=&quot;sync&quot;", "durability=<wbr>&quot;sync&quot;"),
        ("EmptyInputError", "Empty<wbr>Input<wbr>Error"),
        ("__init__", "__init__"),
        ("SDK", "SDK"),
    ],
)
def test_a_long_name_in_a_table_breaks_only_at_its_joints(code: str, joined: str) -> None:
    assert f"<code>{joined}</code>" in _framed(f"<td><code>{code}</code></td>")


def test_what_is_not_plain_code_stays() -> None:
    rows = "<td>put_writes, <code><a href='a_b'>a_b</a></code></td>"
    assert rows in _framed(rows)

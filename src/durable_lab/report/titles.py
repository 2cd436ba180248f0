"""The names of the checks in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from durable_lab.picture import Words

TITLES: Mapping[str, Words] = {
    "once": Words("不重复", "once"),
    "key": Words("键唯一", "key"),
    "ghost": Words("不擅做", "no ghost"),
    "loss": Words("不丢", "no loss"),
    "unit": Words("不重来", "unit"),
    "approved": Words("先批准", "approved"),
    "held": Words("不占用", "nothing held"),
    "ends": Words("会结束", "ends"),
    "audit": Words("可追查", "audit"),
}
"""The name of each check, as reports write it."""

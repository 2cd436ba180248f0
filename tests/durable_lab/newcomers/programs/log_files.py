"""Logging to a file, to a rotating file and to the terminal, from several loggers."""

import logging
import logging.handlers
import sys
from pathlib import Path

logging.basicConfig(
    level=logging.DEBUG,
    format="%(levelname)-7s %(name)s %(filename)s:%(lineno)d %(funcName)s: %(message)s",
    handlers=[logging.FileHandler("app.log", encoding="utf-8"), logging.StreamHandler(sys.stdout)],
)
log = logging.getLogger("app.orders")
rotating = logging.handlers.RotatingFileHandler("small.log", maxBytes=60, backupCount=2)
rotating.setFormatter(logging.Formatter("%(message)s"))
logging.getLogger("app").addHandler(rotating)


def ship(order):
    log.info("shipping %s", order)
    try:
        return 100 / order["weight"]
    except ZeroDivisionError:
        log.error("no weight: %r", order)
        return None


for weight in (4, 0, 25):
    print("price", ship({"id": f"A-{weight}", "weight": weight}))
logging.getLogger("other").debug("not of the app ü")
logging.getLogger("app.orders").setLevel(logging.ERROR)
log.info("not logged")
logging.shutdown()

for name in ("app.log", "small.log", "small.log.1", "small.log.2"):
    print(f"--- {name}")
    print(Path(name).read_text(encoding="utf-8"), end="")

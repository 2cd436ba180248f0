"""Settings from a file, from the environment and from arguments, each over the one before."""

import argparse
import configparser
import os
from pathlib import Path
from types import SimpleNamespace

Path("app.ini").write_text("[server]\nhost = example.org\nport = 80\n[paths]\nhome = ${HOME}/x\n")

os.environ["APP_PORT"] = "8080"
os.environ.pop("APP_HOST", None)


def settings(argv):
    config = configparser.ConfigParser()
    config.read(["missing.ini", "app.ini"])
    values = dict(config["server"])
    values.update({k[4:].lower(): v for k, v in sorted(os.environ.items()) if k.startswith("APP_")})
    parser = argparse.ArgumentParser(prog="app")
    parser.add_argument("--port", type=int)
    parser.add_argument("--verbose", "-v", action="count", default=0)
    given = parser.parse_args(argv)
    values.update({k: v for k, v in vars(given).items() if v})
    return SimpleNamespace(**values)


print(settings([]))
print(settings(["--port", "9", "-vv"]))
try:
    settings(["--port", "many"])
except SystemExit as stop:
    print("exit status", stop.code)
print(
    os.getenv("APP_HOST", "no host"), os.path.expandvars("$APP_PORT/$NOPE_AT_ALL"), "APP_PORT" in os.environ
)
del os.environ["APP_PORT"]
print(os.environ.get("APP_PORT"), settings([]).port)

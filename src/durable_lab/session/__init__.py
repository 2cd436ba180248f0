"""What can be done with a file: four verbs, which the command line, the page and the site's build have in common.

    run      once, and what came of it
    view     once, recorded and drawn, with what a reader can do next
    explore  under every fault that applies
    amend    its fault plan, edited

Each takes a `Request`, which is data: whoever has one can ask, and nothing else is remembered between two requests.
"""

from durable_lab.session.request import Request
from durable_lab.session.verbs import Progress, Ran, Viewed, amend, explore, run, view

__all__ = ["Progress", "Ran", "Request", "Viewed", "amend", "explore", "run", "view"]

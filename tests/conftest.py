"""Settings for every test: Hypothesis's, and a database that is gone with its server."""

import os

from hypothesis import settings

from tests import lanes

settings.register_profile(
    "fairyring",
    deadline=None,  # the first example of a test may compile what the rest runs
    max_examples=lanes.samples(100, 15),
)
settings.load_profile("fairyring")

# Of every server that a test starts and tells of no other: nobody's own games are touched.
os.environ["FAIRYRING_DATABASE"] = "sqlite://"

"""Settings of Hypothesis for every test."""

from hypothesis import settings

from tests import lanes

settings.register_profile(
    "fairyring",
    deadline=None,  # the first example of a test may compile what the rest runs
    max_examples=lanes.samples(100, 15),
)
settings.load_profile("fairyring")

"""Settings of all tests."""

from hypothesis import settings

# Speed is measured elsewhere: a test says whether something is right, on a busy machine too.
settings.register_profile("without-deadline", deadline=None)
settings.load_profile("without-deadline")

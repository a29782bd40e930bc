"""Programs that measure, and are no part of what is installed."""

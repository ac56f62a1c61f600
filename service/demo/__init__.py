"""A recorded disputed game, played through the running service."""

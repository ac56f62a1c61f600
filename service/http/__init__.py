"""The HTTP door, on Flask."""

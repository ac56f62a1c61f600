"""The tools that the docs bring."""

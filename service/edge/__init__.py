"""Strict JSON and the schemas of what clients send."""

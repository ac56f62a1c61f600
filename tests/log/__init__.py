"""Tests of the log in Redis, over every server at hand."""

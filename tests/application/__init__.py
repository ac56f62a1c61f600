"""Tests of the use cases, over a real store and queue."""

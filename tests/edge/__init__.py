"""Tests of the strict reading of what clients send."""

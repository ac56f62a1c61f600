"""Tests of the whole service as real processes."""

"""Tests of the rules, without a web or a store."""

"""Inputs that nobody would send on purpose: `make fuzz`, and a short form among the tests."""

"""Tests of the HTTP door, by the contract."""

"""Tests of the form of the log: codec, seals, chain, receipts, shuffles, disclosure."""

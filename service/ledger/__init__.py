"""The form of the event log: codec, seals, hash chain, receipts, fair deals, disclosure."""

"""The event log and the audits in Redis."""

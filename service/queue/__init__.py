"""The job queue, on RQ."""

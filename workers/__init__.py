"""Workers on RQ: settlements, audits, and the sweep."""

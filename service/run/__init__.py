"""Everything around the processes: settings, the embedded store, the process group, logging."""

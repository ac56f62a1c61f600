"""The rule sheets, one file each; see `service.rules.library`."""

"""A second, naive referee for all six sheets: slow, plain, and sharing nothing with the service."""

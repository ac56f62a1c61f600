"""The use cases of the referee."""

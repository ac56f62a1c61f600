"""The kind of game that all trick-taking sheets share."""

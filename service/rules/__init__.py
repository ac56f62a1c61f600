"""The rules of the games, as pure functions of state and move."""

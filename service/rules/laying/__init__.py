"""Tile-laying games: triangular tiles on a lattice."""

"""Drawn boards that several tests share; `tests/rules/positions.py` says how to read them."""

PLAIN_144 = r"""
      4---4
     /^\?/
    3---1
"""

PLAIN_134 = r"""
      3---4
     /^\?/
    3---1
"""

PLAIN_135 = r"""
      3---5
     /^\?/
    3---1
"""

PLAIN_345 = r"""
      4---5
     /^\?/
    4---3
"""

BRIDGE_144 = r"""
      5---1
     /^\v/?\
    4---4---4
     \v/^\ /^\
      0---0---5
       \v/^\v/
        0---5
"""

BRIDGE_125 = r"""
      5---1
     /^\v/?\
    3---5---2
     \v/^\ /^\
      2---2---3
       \v/^\v/
        4---4
"""

TWO_SIDES_115 = r"""
        0---0
       /^\v/^\
      5---5---1
     /^\v/ \v/?\
    4---4---5---1
     \v/^\v/^\v/
      2---2---2
"""

HEXAGON_055 = r"""
      0---4
     /^\v/^\
    0---0---4
     \v/?\v/
      5---5
"""

TWO_HEXAGONS_355 = r"""
      1---2
     /^\v/^\
    5---5---5
     \v/^\?/^\
      4---3---3
       \v/^\v/
        4---3
"""

THREE_HEXAGONS_123 = r"""
        0---1
       /^\v/^\
      5---1---2
     /^\v/?\v/^\
    5---3---2---5
     \v/^\v/^\v/
      3---2---0
"""

ZERO = r"""
      0
     /^\
    0---0
"""
"""Only a tile with two zeros fits."""

ALL_DRAWN = {
    "plain 1-4-4": PLAIN_144,
    "plain 1-3-4": PLAIN_134,
    "plain 1-3-5": PLAIN_135,
    "plain 3-4-5": PLAIN_345,
    "bridge 1-4-4": BRIDGE_144,
    "bridge 1-2-5": BRIDGE_125,
    "two sides 1-1-5": TWO_SIDES_115,
    "hexagon 0-5-5": HEXAGON_055,
    "two hexagons 3-5-5": TWO_HEXAGONS_355,
    "three hexagons 1-2-3": THREE_HEXAGONS_123,
}
"""The drawn boards with a placement, by figure and tile."""

"""Rummikub: rules, tiles, sets, positions, moves, the checker, and the integer programs."""

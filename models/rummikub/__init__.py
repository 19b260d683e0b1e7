"""Rummikub: rules, tiles, sets, positions, moves, the checker, the board, the programs."""

"""The backends for Mahjong, one a file, and the verified way in: :mod:`solvers.mahjong.solve`."""

"""The backends for Rummikub, one a file, and the verified way in: :mod:`solvers.rummikub.solve`."""

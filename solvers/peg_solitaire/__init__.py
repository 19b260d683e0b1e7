"""The backends for peg solitaire, and the verified way in: :mod:`solvers.peg_solitaire.solve`."""

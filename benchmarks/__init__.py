"""Measurements with fixed work and known optima, compared as ratios within one run."""

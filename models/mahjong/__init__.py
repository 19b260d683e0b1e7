"""Mahjong hands: rules, tiles, hands, decompositions, distances, the checker, the programs."""

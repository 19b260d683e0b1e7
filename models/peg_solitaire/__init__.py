"""Peg solitaire: boards, problems, plays, certificates, the checker, the programs."""

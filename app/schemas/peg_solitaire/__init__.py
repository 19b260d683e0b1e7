"""Peg solitaire: what is asked, and what is answered."""

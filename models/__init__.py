"""What is asked: the rules of each game and its integer programs, written down.

Nothing here solves anything, and nothing here knows of HTTP.
"""

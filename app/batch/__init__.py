"""Batches: many questions, each a line of JSON, and their answers in the same order."""

"""Rules without code of their own yet. An id leaves the list when its chapter names it."""

UNWRITTEN = """
M1-SETUP-5
M1-ROSTER-2 M1-ROSTER-3
"""

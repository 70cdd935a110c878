"""Rules without code of their own yet. An id leaves the list when its chapter names it."""

UNWRITTEN = """
M1-SETUP-5
M1-KD-10
M1-SYS-12
M1-FLEE-5
M1-ROSTER-2 M1-ROSTER-3
"""

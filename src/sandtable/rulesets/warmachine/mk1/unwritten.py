"""Rules without code of their own yet. An id leaves the list when its chapter names it."""

UNWRITTEN = """
M1-SETUP-5
M1-UPKEEP-8
M1-ORDER-4
M1-FORM-1 M1-FORM-7 M1-FORM-8
M1-TERRAIN-3
M1-KD-10
M1-POWER-37
M1-DMG-7
M1-SYS-12 M1-SYS-13
M1-CMD-6 M1-CMD-7 M1-CMD-14
M1-FLEE-5
M1-ROSTER-2 M1-ROSTER-3
"""

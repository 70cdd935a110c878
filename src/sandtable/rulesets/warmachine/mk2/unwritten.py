"""Rules without code of their own yet. An id leaves the list when its chapter names it."""

UNWRITTEN = """
M2-FORCE-1 M2-FORCE-2 M2-FORCE-3 M2-FORCE-4 M2-FORCE-5 M2-FORCE-6 M2-FORCE-12
"""

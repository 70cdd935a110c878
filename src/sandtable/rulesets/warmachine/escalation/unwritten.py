"""Rules without code of their own yet. An id leaves the list when its chapter names it."""

UNWRITTEN = """
"""

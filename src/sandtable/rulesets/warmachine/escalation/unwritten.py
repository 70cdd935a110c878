"""Rules without code of their own yet. An id leaves the list when its chapter names it."""

UNWRITTEN = """
ES-ATTACH-1 ES-ATTACH-2 ES-ATTACH-7 ES-ATTACH-10
ES-MERC-1 ES-MERC-2 ES-MERC-3
"""

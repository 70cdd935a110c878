"""What miniature games share: terrain and maps, measuring, moving, placing. Knows no game and cites no rule itself.

Rule ids come in from the ruleset: as a field of a kind of terrain, or as a small frozen table of citations. Lengths are
whole thousandths of the ruleset's unit. See docs/tabletop.md.
"""

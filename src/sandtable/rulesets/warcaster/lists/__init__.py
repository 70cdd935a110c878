"""Army lists of Warcaster: its vocabulary, the rules for forces, warjacks and racks, and random forces."""

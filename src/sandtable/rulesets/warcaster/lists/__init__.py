"""Army lists of Warcaster: read, written, made up. The building rules are in forces.py, loadouts.py and racks.py."""

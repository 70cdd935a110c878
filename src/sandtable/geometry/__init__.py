"""Plane geometry on plain values; imports nothing else from the package. See docs/geometry.md."""

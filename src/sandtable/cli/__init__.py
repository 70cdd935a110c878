"""The command line."""

from sandtable.cli.app import app, main

__all__ = ["app", "main"]

"""A digital table that knows the rules of miniature skirmish games."""

__version__ = "0.1.0"

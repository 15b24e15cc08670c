"""The rulebooks, one folder each; they know the core and never each other."""

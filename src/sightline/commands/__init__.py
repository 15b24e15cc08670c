"""The commands, one small module per group; what they need is imported when they run, so that --help stays fast."""

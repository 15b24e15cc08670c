"""The table and the art of asking; imports nothing above it."""

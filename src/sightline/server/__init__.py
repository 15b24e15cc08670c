"""The server: rooms with seats, storage, and the wire to the browser."""

"""The event log of a match: appending, its mainline, rebuilding states from it, notes and rules migration."""

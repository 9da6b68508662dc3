"""Changes to the log of a match: new events, notes, and the migration to changed rules."""

"""What happens to a match: challenges, turns, ends. No Discord and no SQL in here."""

"""Profiles: what a person has played, and two people against each other, from the stored rows."""

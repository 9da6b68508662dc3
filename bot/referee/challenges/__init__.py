"""Challenges (invitations to play): issued, listed, accepted or declined, until a match starts; and rematches."""

"""What runs and what ended on a server, for spectators: /matches, and the user menu Matches."""

"""Compare a record with its rules and with itself: match by match, and as a whole."""

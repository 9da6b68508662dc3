"""Compare a record with what its rules and its own rows say: match by match, and as a whole."""

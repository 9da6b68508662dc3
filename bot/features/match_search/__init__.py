"""Lists of the matches that a search found. The features `history` and `replays` open what is chosen from them."""

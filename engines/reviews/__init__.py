"""Reviews of matches: how each player stood, and the moves at which that turned, by what an engine thinks of them."""

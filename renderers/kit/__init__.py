"""The kit for authors of games: a board, its pieces and the last turn are described once, and drawn and told by it."""

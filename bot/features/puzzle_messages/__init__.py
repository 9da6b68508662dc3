"""What puzzles say and show: the guide leads through their moves, and `puzzles` posts them."""

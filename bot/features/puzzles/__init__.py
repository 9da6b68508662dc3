"""What puzzles say and show. The guide leads through their moves, and `puzzle_posts` posts them."""

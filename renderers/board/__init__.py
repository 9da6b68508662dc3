"""What the renderers of all games share: scenes, the frame round the board, highlights, diagrams, animations, words."""

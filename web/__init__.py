"""The board on the web: pages on which a match, an analysis or a puzzle is seen and played by tapping."""

"""Turns: which match a text is about, whether the move can be played, previews, destinations and completions."""

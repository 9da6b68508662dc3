"""Puzzles: the judgement of answers, who solved which, and the daily puzzle of a server."""

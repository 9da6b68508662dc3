"""How long the frames of animations stay, in milliseconds."""

REPLAY = 1000
"""A board of a replay."""
REPLAY_TURNING_POINT = 3000
"""The board after a turning point."""
REPLAY_LAST = 6000
"""The last board, before the replay starts over."""
REVIEW_PLAYED = 2500
"""In a review, a move that was played."""
REVIEW_BETTER = 3500
"""In a review, the better one."""

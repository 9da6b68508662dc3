"""Commands and buttons: acknowledging them, replying to them, and what they share."""

"""What Discord checks in a body before it accepts it."""

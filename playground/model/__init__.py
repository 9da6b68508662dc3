"""What there is on the embedded Discord, and what it allows; no I/O."""

"""Direct messages that stand in for posts which could not be made where they belong."""

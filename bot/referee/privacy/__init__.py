"""What is kept of a person: showing it, and deleting it."""

"""What the events of a match say: which of them count, the states they lead to, and the outcome."""

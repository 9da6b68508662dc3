"""Plans: what a player answers to moves that others may play, entered while they wait or with a move of their own."""

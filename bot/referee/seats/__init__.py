"""Seats of players who leave a match of three or more: a substitute plays on, or anybody takes the open seat."""

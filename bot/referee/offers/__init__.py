"""Offers of a draw, a takeback, a pause, a substitute or an open seat, open until the next event of their match."""

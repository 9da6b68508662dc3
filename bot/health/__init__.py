"""Health checks of the running bot."""

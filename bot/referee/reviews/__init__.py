"""Reviews of finished matches: who may ask for one, and how it is kept."""

"""TODO renderers/board."""

"""TODO renderers/xong."""

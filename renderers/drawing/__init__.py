"""TODO renderers/drawing."""

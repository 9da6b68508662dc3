"""TODO renderers/zyrcan."""

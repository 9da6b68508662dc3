"""TODO renderers/martian_life."""

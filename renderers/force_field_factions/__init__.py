"""TODO renderers/force_field_factions."""

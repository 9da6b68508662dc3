"""TODO renderers/xero_g."""

"""Force Field Factions' renderer."""

from renderers.force_field_factions.renderer import ForceFieldFactionsRenderer

__all__ = ["ForceFieldFactionsRenderer"]

"""The engine of Force Field Factions."""

from engines.force_field_factions.engine import ForceFieldFactionsEngine

__all__ = ["ForceFieldFactionsEngine"]

"""The engine of Force Field Factions."""

from engines.force_field_factions.engine import ForceFieldFactionsEngine
from engines.force_field_factions.search import prove, saving_moves

__all__ = ["ENGINE", "prove", "saving_moves"]

ENGINE = ForceFieldFactionsEngine()

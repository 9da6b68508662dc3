"""The engine of Xero-G."""

from engines.xero_g.engine import XeroGEngine
from engines.xero_g.proof import prove, saving_moves

__all__ = ["XeroGEngine", "prove", "saving_moves"]

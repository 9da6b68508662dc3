"""The engine of Xero-G."""

from engines.xero_g.engine import XeroGEngine
from engines.xero_g.search import prove, saving_moves

__all__ = ["ENGINE", "prove", "saving_moves"]

ENGINE = XeroGEngine()

"""The error of the operator's commands."""

from __future__ import annotations


class CommandError(Exception):
    """A command that can't be carried out. The message is one sentence."""

"""The log of the process: how its lines look, what each of them carries, and what stays out of it (docs/logs.md)."""

import sys

# structlog loads rich and pygments where they are installed, for coloured tracebacks that this log doesn't have. They
# would be four fifths of what structlog costs a start.
if "rich" not in sys.modules:
    sys.modules["rich"] = None  # pyright: ignore[reportArgumentType] - documented: its import fails
    import structlog as structlog

    del sys.modules["rich"]

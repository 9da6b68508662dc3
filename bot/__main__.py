"""The command `turnpost`, which `python -m bot` is, too."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line. Ctrl-C ends it with exit code 130 and no traceback, also while it's loaded."""
    try:
        from bot.cli import main as run_command_line  # noqa: PLC0415 - takes half a second

        run_command_line()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

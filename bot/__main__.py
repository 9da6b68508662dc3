"""`python -m bot` is `turnpost`."""

from bot.cli import main

main()

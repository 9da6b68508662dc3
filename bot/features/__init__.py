"""The features of the bot, a folder each: its commands, its buttons, its posts and its text."""

"""Reading what people wrote while the bot was away: messages in order, and commands that are too old by then."""

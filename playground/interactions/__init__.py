"""Commands, components and forms, from what people do to the bot and back."""

"""Drawing tools that know no game: canvas, sprites, typeface, colours and PNG files."""

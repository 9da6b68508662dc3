"""Drawing tools that know no game: canvas, sprites, typeface, colours and PNG files."""

import os

# Pillow takes the memory of images in pieces of so many bytes at most (its page "Block allocator"), and reads this when
# it is loaded. Whole boards leave gaps between the sprites that stay, which the C library can't give back.
os.environ.setdefault("PILLOW_BLOCK_SIZE", "1M")

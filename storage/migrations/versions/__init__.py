"""The steps, one a file, in order. A step that was released is never changed."""

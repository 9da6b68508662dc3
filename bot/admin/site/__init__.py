"""A site of finished matches: plain files that a community can put anywhere."""

"""`turnpost translate`: the catalogues of translations, kept up to date with the code and checked."""

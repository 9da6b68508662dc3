"""The tests that every game gets, the built-in ones and those of packages: each finds faults and names them."""

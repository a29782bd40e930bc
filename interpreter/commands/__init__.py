"""The commands that reckon: each reads arguments, asks for results, and prints them."""

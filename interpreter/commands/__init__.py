"""Commands, by what they are about: each reads arguments, asks for results, and prints them."""

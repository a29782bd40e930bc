"""Everything that robinson knows, from the ground up.

A module imports only from those above it:

- `source`: a text with spans; line, column and excerpt of each
- `signs`: signs that are no letters: dashes, ends of sentences, and what cannot be seen
- `diagnostics`: what is wrong, where, and what to do about it
- `reports`: findings in the forms that other programs take
- `effects`: what a rule can do, as small frozen dataclasses
- `language`: effect text to effect objects and back; why a text is no effect
- `languages`: codes of languages
- `sentences`: the printed sentence of a rule to effects, by the grammar of its language
- `words`: numbers, permission and obligation in a printed sentence
- `dice`: what the dice can show, and where throws come from
- `phrases`: the words of the game log
- `syntax`: what is wrong where a file is no YAML
- `document`: YAML as texts and mappings that know their place
- `writing`: keys and texts as lines of such a file
- `board`: a board, as data
- `values`: what the text of a key can be, as data; how it is read, and written back
- `keys`: the keys of a board file, what each is for, and what its value can be
- `reader`: how a board file becomes a board
- `checks`: what makes a board good, one pure function a check
- `schema`: the same tables for editors: what a board file can have, as a JSON Schema
- `files`: writing files so that nothing is lost
- `load`: all of that in one call; the boards that ship
- `formatting`: the effects of a board file in canonical text
- `differences`: in what two boards differ as games
- `passages`: the texts of a board that people read
- `hygiene`: what a careful reader marks in any text
- `translation`: what a translation must share with what it translates
- `printed_rules`: what a printed rule must have in common with its effect
- `review`: all that is to be said of a board
- `sheets`: a printed sheet as plain text, read into rules and squares
- `draft`: the first text of a new board, from a sheet and a board to go by
- `events`: what happened in a game, as data
- `state`: the position of a game
- `selection`: whom a rule means, and whether a condition holds
- `deciders`: who answers a "may"
- `tally`: what rules do, counted
- `table`: how a state changes: pawns, chips, players who leave
- `execution`: how each kind of effect is executed
- `engine`: turns: what comes before the throw, the throws, what they lead to
- `game`: turn after turn, from the stake to the end
- `results`: what comes of many games, as data
- `narrate`: events as lines in the board's language
- `terminal`: a game printed as it happens, and people asked
- `options`: what the options of `robinson run` mean
- `console`: what every command shares
"""

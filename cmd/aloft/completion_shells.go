package main

import _ "embed"

// bashWords and fishWords complete in bash and fish. The library's own scripts lose
// the quoting of a word with blanks, and run the line in eval to ask.
var (
	//go:embed words.bash
	bashWords string
	//go:embed words.fish
	fishWords string
)

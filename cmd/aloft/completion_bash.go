package main

import _ "embed"

// bashWords completes in bash. The library's own script loses the quoting of a word
// with blanks, and runs the line in eval to ask.
//
//go:embed words.bash
var bashWords string

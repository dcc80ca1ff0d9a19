package main

import _ "embed"

// bashWords goes before the library's bash script, which needs two functions of
// the bash-completion package. Where that package is not loaded (a bare bash, a
// Mac), these stand in: words are split at blanks only, since bash itself also
// splits at the colon of every place.
//
//go:embed words.bash
var bashWords string

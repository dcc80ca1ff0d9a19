package admin

import "embed"

// shellWords complete in bash, zsh and fish. The library's own scripts lose the
// quoting of a word with blanks, and evaluate the line with eval.
//
//go:embed words.bash words.zsh words.fish
var shellWords embed.FS

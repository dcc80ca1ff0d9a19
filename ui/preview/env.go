package preview

import (
	"aloft/client"
	"aloft/ui/input"
	"aloft/ui/picture"
)

// Env is given to the reader by the root.
type Env struct {
	*input.Env
	Sources client.Sources
	// Pictures is how the terminal shows them; nil = not at all.
	Pictures *picture.Terminal
	Width    int // largest width of the text in cells, 0 = no limit
}

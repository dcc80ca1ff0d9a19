package preview

import (
	"aloft/client"
	"aloft/ui/input"
)

// Env is what the reader is given. The root owns it.
type Env struct {
	*input.Env
	Sources client.Sources
	Width   int // of the text in cells at most, 0 = as wide as there is room
}

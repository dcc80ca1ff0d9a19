package preview

import (
	"aloft/client"
	"aloft/ui/input"
)

// Env is given to the reader by the root.
type Env struct {
	*input.Env
	Sources client.Sources
	Width   int // largest width of the text in cells, 0 = no limit
}

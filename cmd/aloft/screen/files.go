package screen

import (
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/peek"
)

// files reads the previews of files.
type files struct {
	*peek.Reader
	command atomic.Pointer[[]string] // of [preview], as it is in force
	usual   func() peek.Command
}

func newFiles(sources client.Sources, c *config.Config) *files {
	// Whether bat is installed is looked up when the first text shows.
	f := &files{usual: sync.OnceValue(func() peek.Command { return peek.Usual(exec.LookPath) })}
	f.configured(c)
	f.Reader = peek.New(sources, func() peek.Command {
		words := *f.command.Load()
		if slices.Equal(words, []string{"auto"}) {
			return f.usual()
		}
		return words
	})
	return f
}

// configured takes over a configuration.
func (f *files) configured(c *config.Config) { f.command.Store(&c.Preview.Command) }

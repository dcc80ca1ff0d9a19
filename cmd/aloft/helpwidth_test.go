//go:build unix

package main

import "testing"

func TestHelpFitsTheTerminal(t *testing.T) {
	t.Parallel()
	const help = `Copies files and documents, folders with their content, from any place to any other; nothing
is overwritten.
Short.

Usage:
  aloft cp SRC… DST [flags]

Flags:
  -L, --dereference     copy the targets of named links under the links' names
  -h, --help            show this help
`
	const want = `Copies files and documents, folders with their
content, from any place to any other; nothing is
overwritten.
Short.

Usage:
  aloft cp SRC… DST [flags]

Flags:
  -L, --dereference     copy the targets of named
                        links under the links'
                        names
  -h, --help            show this help
`
	if got := fitHelp(help, 50); got != want {
		t.Errorf("the help is\n%s", got)
	}
}

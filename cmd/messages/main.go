// Command messages collects the program's messages into the file that translators
// work from, and makes the pseudo-locale, which shows what cannot be translated.
// Run it by "go generate ./model/text" after a message was added or changed.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	if err := write(root); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write updates the files below root, the folder of go.mod.
func write(root string) error {
	h, err := load(root)
	if err != nil {
		return err
	}
	files, err := render(h.messages())
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(root, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Command release makes what a release says of the modules in the program: their notices, and a
// bill of materials for each binary. .goreleaser.yaml runs it.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "notices":
		all, err := compiled(targets)
		if err != nil {
			return err
		}
		return write(args[1], notices(all))
	case len(args) == 5 && args[0] == "sbom":
		return bill(args[1], args[2], args[3], args[4])
	}
	return fmt.Errorf("usage: release notices FILE | sbom BINARY FILE VERSION TIME")
}

func write(file string, data []byte) error { return os.WriteFile(file, data, 0o644) }

package procs_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"aloft/client/clienttest/procs"
)

// What is written runs at once, while others start processes.
func TestProgramRunsAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for range 60 {
				file := filepath.Join(dir, strconv.Itoa(n))
				procs.Program(t, file, "#!/bin/sh\n")
				if err := exec.Command(file).Run(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

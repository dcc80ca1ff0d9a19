package procs

import (
	"iter"
	"os"
	"strconv"
	"testing"
)

// Campaign: what takes minutes is wanted.
func Campaign() bool { return os.Getenv("ALOFT_SEEDS") != "" }

// Seeds are few seeds, half as many in a short run, or ALOFT_SEEDS of them in a campaign. They
// begin after ALOFT_SEED.
func Seeds(few int) iter.Seq[uint64] {
	if testing.Short() {
		few = (few + 1) / 2
	}
	if Campaign() {
		few, _ = strconv.Atoi(os.Getenv("ALOFT_SEEDS"))
	}
	first, _ := strconv.ParseUint(os.Getenv("ALOFT_SEED"), 10, 64)
	return func(yield func(uint64) bool) {
		for n := range uint64(few) {
			if !yield(first + n + 1) {
				return
			}
		}
	}
}
